// What is done to a state between the parts of a layer, and the feed-forward part.

import { geluLine, normLine, sumLine } from "./explain.js";
import { linear, ofTokens, plain, symbol } from "./matrices.js";

const NAMES = { x: "x", attention: "a", sum1: "x + a", between: "y", ff: "f", sum2: "y + f", leaving: "x′" };
const hiddenSymbol = (name) => symbol(NAMES[name], "hidden");

export function residual(scene, [state, change, sum]) {
  const { data, arrays } = scene;
  const part = (name) => ofTokens(scene, name, [hiddenSymbol(name)], "hidden");
  return {
    formula: [hiddenSymbol(state), plain(" + "), hiddenSymbol(change)],
    parts: [part(state), "+", part(change), "=", part(sum)],
    explain: (r, c) => ({
      lights: [[0, r, c], [1, r, c], [2, r, c]],
      line: sumLine(data, arrays[state][r][c], arrays[change][r][c], arrays[sum][r][c], ["hidden", "hidden", "hidden"]),
    }),
  };
}

export function norm(scene, number, [before, after]) {
  const { data, arrays, norms } = scene;
  const measured = norms[number];
  const statistics = measured.mean.map((value, r) => [value, measured.deviation[r]]);
  const learned = [measured.gamma, measured.beta];
  return {
    formula: [
      ...[hiddenSymbol(after), plain(" = γ · ("), hiddenSymbol(before), plain(" − μ) / σ + β")],
    ],
    parts: [
      ofTokens(scene, before, [hiddenSymbol(before)], "hidden"),
      ...["", ofTokens(scene, "statistics", [plain("μ, σ")], undefined, { values: statistics, heads: ["μ", "σ"] })],
      ...["", { name: "learned", label: [plain("γ, β")], rows: ["γ", "β"], values: learned, columns: data.columns?.x }],
      ...["=", ofTokens(scene, after, [hiddenSymbol(after)], "hidden")],
    ],
    explain: (r, c) => ({
      lights: [[0, r, c], [1, r, null], [2, null, c], [3, r, c]],
      line: normLine(data, arrays[before][r][c], measured, r, c, arrays[after][r][c]),
    }),
  };
}

export function widen(scene) {
  const [y, weight, u] = [hiddenSymbol("between"), symbol("W", "hidden", { sub: "1" }), symbol("u", "hidden")];
  return linear(scene, {
    ...{ from: "between", matrix: "w1", to: "wide", roles: ["hidden", "hidden", "hidden"] },
    formula: [u, plain(" = "), y, plain(" · "), weight],
    labels: [y, weight, u],
  });
}

export function geluStep(scene) {
  const { data, arrays } = scene;
  const exact = (data.activation ?? "gelu") === "gelu";
  const name = exact ? "GELU" : data.activation;
  const u = symbol("u", "hidden");
  const label = [plain(`${name}(`), u, plain(")")];
  return {
    formula: exact ? [...label, plain(" = "), u, plain(" · Φ("), u, plain(")")] : label,
    parts: [ofTokens(scene, "wide", [u], "hidden"), "→", ofTokens(scene, "activated", label, "hidden")],
    explain: (r, c) => ({
      lights: [[0, r, c], [1, r, c]],
      line: geluLine(data, arrays.wide[r][c], arrays.activated[r][c], exact),
    }),
  };
}

export function narrow(scene) {
  const u = symbol("GELU(u)", "hidden");
  const [weight, f] = [symbol("W", "hidden", { sub: "2" }), hiddenSymbol("ff")];
  return linear(scene, {
    ...{ from: "activated", matrix: "w2", to: "ff", roles: ["hidden", "hidden", "hidden"] },
    formula: [f, plain(" = "), u, plain(" · "), weight],
    labels: [u, weight, f],
  });
}
