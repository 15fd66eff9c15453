// From the states that enter a layer to what its attention part adds to them.

import { maskLine, productLine, scaleLine, softmaxLine } from "./explain.js";
import { X, columnName, linear, ofTokens, plain, square, symbol } from "./matrices.js";
import { transposed } from "./maths.js";

export function enters(scene) {
  const result = ofTokens(scene, "x", [X], "hidden", { edit: scene.data.kind === "toy" ? "x" : null });
  return { formula: [X], parts: [result], explain: null };
}

export function projection(scene, to, matrix, role, letter) {
  const [vector, weight] = [symbol(to, role), symbol("W", role, { sub: letter })];
  return linear(scene, {
    ...{ from: "x", matrix, to, roles: ["hidden", role, role] },
    formula: [vector, plain(" = "), X, plain(" · "), weight],
    labels: [X, weight, vector],
  });
}

export function scores(scene) {
  const { data, arrays } = scene;
  const [q, k] = [symbol("q", "query"), symbol("k", "key")];
  const hidden = data.columns ? data.columns.q.of - arrays.q[0].length : 0;
  return {
    formula: [q, plain(" · "), k],
    parts: [
      ...[ofTokens(scene, "q", [q], "query"), "·", ofTokens(scene, "k", [k], "key"), "="],
      square(scene, "scores", [q, plain(" · "), k]),
    ],
    explain: (r, c) => ({
      lights: [[0, r, null], [1, c, null], [2, r, c]],
      line: productLine(data, {
        ...{ left: arrays.q[r], right: arrays.k[c], result: arrays.scores[r][c], hidden },
        roles: ["query", "key", undefined],
      }),
    }),
  };
}

function scaledScores({ arrays, scale }) {
  return arrays.scores.map((row) => row.map((value) => value * scale));
}

export function scaled(scene) {
  const values = scaledScores(scene);
  const dimensions = Math.round(1 / scene.scale ** 2);
  const formula = [symbol("q", "query"), plain(" · "), symbol("k", "key"), plain(` ÷ √${dimensions}`)];
  return {
    formula,
    parts: [square(scene, "scores", formula.slice(0, 3)), `÷ √${dimensions} =`, square(scene, "scaled", formula, { values })],
    explain: (r, c) => ({
      lights: [[0, r, c], [1, r, c]],
      line: scaleLine(scene.data, scene.arrays.scores[r][c], dimensions, values[r][c]),
    }),
  };
}

export function mask(scene) {
  const before = scaledScores(scene);
  const { masked } = scene.arrays;
  const added = masked.map((row) => row.map((value) => (value === -Infinity ? value : 0)));
  const label = [symbol("q", "query"), plain(" · "), symbol("k", "key"), plain(" ÷ √d")];
  return {
    formula: [...label, plain(" + M")],
    parts: [
      ...[square(scene, "scaled", label, { values: before }), "+"],
      ...[square(scene, "mask", [plain("M")], { values: added }), "=", square(scene, "masked", [...label, plain(" + M")])],
    ],
    explain: (r, c) => ({
      lights: [[0, r, c], [1, r, c], [2, r, c]],
      line: maskLine(scene.data, before[r][c], masked[r][c]),
    }),
    causal: scene.data.kind === "toy",
  };
}

export function softmaxStep(scene) {
  const { masked, weights } = scene.arrays;
  return {
    formula: [plain("softmax("), symbol("q", "query"), plain(" · "), symbol("k", "key"), plain(" ÷ √d + M)")],
    parts: [square(scene, "masked", [plain("s")]), "→", square(scene, "weights", [plain("softmax(s)")], { share: true })],
    explain: (r, c) => ({
      lights: [[0, r, null], [1, r, c]],
      line: softmaxLine(scene.data, masked[r], c, weights[r][c]),
    }),
  };
}

export function weighted(scene) {
  const { data, arrays, token } = scene;
  const row = arrays.weights[token];
  const values = arrays.v.map((vector, j) => vector.map((value) => value * row[j]));
  const v = symbol("v", "value");
  const label = [plain("softmax(s)"), plain(" · "), v];
  const single = { values: row.map((value) => [value]), share: true, ofToken: token };
  return {
    formula: label,
    chooses: true,
    parts: [
      ...[ofTokens(scene, "row", [plain("softmax(s)")], undefined, single), "·"],
      ...[ofTokens(scene, "v", [v], "value"), "=", ofTokens(scene, "weighted", label, "value", { values })],
    ],
    explain: (r, c) => ({
      lights: [[0, r, 0], [1, r, c], [2, r, c]],
      line: productLine(data, {
        ...{ left: [row[r]], right: [arrays.v[r][c]], result: values[r][c] },
        roles: [undefined, "value", "value"],
      }),
    }),
  };
}

export function context(scene) {
  const { data, arrays } = scene;
  const turned = transposed(arrays.v);
  const [v, z] = [symbol("v", "value"), symbol("z", "value")];
  return {
    formula: [z, plain(" = softmax(s) · "), v],
    parts: [
      ...[square(scene, "weights", [plain("softmax(s)")], { share: true }), "·"],
      ...[ofTokens(scene, "v", [v], "value"), "=", ofTokens(scene, "context", [z], "value")],
    ],
    explain: (r, c) => ({
      lights: [[0, r, null], [1, null, c], [2, r, c]],
      line: productLine(data, {
        ...{ left: arrays.weights[r], right: turned[c], result: arrays.context[r][c] },
        roles: [undefined, "value", "value"],
      }),
    }),
  };
}

export function headsStep(scene) {
  const { data } = scene;
  const z = (sub) => symbol("z", "value", { sub });
  const several = scene.heads.length > 1;
  const label = several ? [plain("["), z("1"), plain(" … "), z(String(scene.heads.length)), plain("]")] : [z("1")];
  return {
    formula: label,
    parts: [{ thumbnails: scene.heads, chosen: scene.head }, "→", ofTokens(scene, "joined", label, "value")],
    explain: (r, c) => {
      const owner = data.columns?.joined.head[c] ?? 0;
      const name = data.words.of_head.replace("{head}", owner + 1).replace("{column}", columnName(data, "joined", c));
      return { lights: [[1, r, c]], line: [plain(name)], head: owner };
    },
  };
}

export function join(scene) {
  const [z, out] = [symbol("[z]", "value"), symbol("a", "hidden")];
  const weight = symbol("W", "hidden", { sub: "O" });
  return linear(scene, {
    ...{ from: "joined", matrix: "wo", to: "attention", roles: ["value", "hidden", "hidden"] },
    formula: [out, plain(" = "), z, plain(" · "), weight],
    labels: [z, weight, out],
  });
}
