// How one number came about: the row and the column to light, and the sum written out in the colours of its parts.

import { factor, written } from "./numbers.js";
import { normalShare } from "./maths.js";

const MOST_TERMS = 6;
const KEPT_TERMS = 4;

const text = (value, role) => ({ text: value, role });
const power = (value, role) => ({ text: value, role, power: true });

// A sum of products; of many terms the largest, the others together.
export function productLine(data, { left, right, roles, bias, result, hidden = 0 }) {
  const terms = left.map((value, k) => ({ k, value, other: right[k], size: Math.abs(value * right[k]) }));
  const few = terms.length <= MOST_TERMS && !hidden;
  const kept = few ? terms : [...terms].sort((a, b) => b.size - a.size).slice(0, KEPT_TERMS).sort((a, b) => a.k - b.k);
  const line = [];
  for (const { value, other } of kept) {
    if (line.length) line.push(text(" + "));
    line.push(text(factor(data, value), roles[0]), text("·"), text(factor(data, other), roles[1]));
  }
  const shown = kept.reduce((sum, { value, other }) => sum + value * other, 0);
  if (!few) {
    const more = terms.length + hidden - kept.length;
    const rest = factor(data, result - shown - (bias ?? 0));
    line.push(text(" + "), text(`${rest} (${data.words.more.replace("{count}", written(data, more))})`));
  }
  if (bias !== undefined && bias !== null) line.push(text(` + ${factor(data, bias)} (b)`));
  line.push(text(" = "), { text: written(data, result), role: roles[2], strong: true });
  return line;
}

export function softmaxLine(data, row, c, result) {
  const line = [text("e"), power(written(data, row[c], 2), "query"), text(" / (")];
  const shown = row.length <= MOST_TERMS ? row : row.slice(0, KEPT_TERMS);
  shown.forEach((value, j) => {
    if (j) line.push(text(" + "));
    line.push(text("e"), power(written(data, value, 2), j === c ? "query" : undefined));
  });
  if (shown.length < row.length) line.push(text(" + …"));
  line.push(text(") = "), { text: written(data, result), strong: true });
  return line;
}

export function sumLine(data, a, b, result, roles) {
  return [
    text(factor(data, a), roles[0]),
    text(" + "),
    text(factor(data, b), roles[1]),
    text(" = "),
    { text: written(data, result), role: roles[2], strong: true },
  ];
}

export function scaleLine(data, score, dimensions, result) {
  return [text(written(data, score)), text(` ÷ √${dimensions} = `), { text: written(data, result), strong: true }];
}

export function maskLine(data, score, result) {
  const open = result !== -Infinity;
  return [
    text(factor(data, score)),
    text(" + "),
    text(open ? "0" : "(−∞)"),
    text(" = "),
    { text: written(data, result), strong: true },
  ];
}

export function normLine(data, value, { mean, deviation, gamma, beta }, r, c, result) {
  return [
    text("("),
    text(factor(data, value), "hidden"),
    text(` − ${factor(data, mean[r])}) / ${written(data, deviation[r])} · `),
    text(`${factor(data, gamma[c])} + ${factor(data, beta[c])} = `),
    { text: written(data, result), role: "hidden", strong: true },
  ];
}

export function geluLine(data, value, result, exact) {
  const share = normalShare(value);
  const line = [text(factor(data, value), "hidden")];
  if (exact) line.push(text(` · Φ(${written(data, value)}) = ${factor(data, value)} · ${written(data, share)}`));
  return [...line, text(exact ? " = " : " → "), { text: written(data, result), role: "hidden", strong: true }];
}

export function cellLine(data, name, row, column, value) {
  return [text(`${name} [${row}, ${column}] = `), { text: written(data, value, 6), strong: true }];
}
