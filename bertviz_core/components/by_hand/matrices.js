// The matrices of a step, and the step of which most are made: numbers times a matrix of the model.

import { productLine } from "./explain.js";
import { transposed } from "./maths.js";

export const symbol = (text, role, more = {}) => ({ text, role, ...more });
export const plain = (text) => symbol(text);
export const X = symbol("x", "hidden");

// A matrix of which each row is a token.
export function ofTokens({ data, arrays }, name, label, role, more = {}) {
  const values = more.values ?? arrays[name];
  return { name, label, role, rows: data.tokens, values, columns: data.columns?.[name], edit: null, ...more };
}

export function weightsOf({ data, matrices }, name, label, role) {
  const { w } = matrices[name];
  const columns = data.columns?.[name];
  return { name, label, role, rows: null, values: w, columns, edit: data.kind === "toy" ? name : null };
}

// x · W (+ b), of which only some of the numbers of a row are sent: `hidden` are the others.
export function linear(scene, { from, matrix, to, roles, formula, labels }) {
  const { data, arrays, matrices } = scene;
  const { w, b } = matrices[matrix];
  const turned = transposed(w);
  const left = ofTokens(scene, from, [labels[0]], roles[0]);
  const result = ofTokens(scene, to, [labels[2]], roles[2]);
  const hidden = left.columns ? left.columns.of - w.length : 0;
  return {
    formula: [...formula, ...(b ? [plain(" + b")] : [])],
    parts: [left, "·", weightsOf(scene, matrix, [labels[1]], roles[1]), "=", result],
    explain: (r, c) => ({
      lights: [[0, r, null], [1, null, c], [2, r, c]],
      line: productLine(data, {
        ...{ left: arrays[from][r], right: turned[c], bias: b?.[c], result: arrays[to][r][c], hidden },
        roles,
      }),
    }),
  };
}

// A row a query, a column a key.
export function square(scene, name, label, more = {}) {
  return ofTokens(scene, name, label, undefined, { heads: scene.data.tokens, ...more });
}

export function columnName(data, name, c) {
  return String(data.columns?.[name]?.names?.[c] ?? c);
}
