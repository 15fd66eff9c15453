// The steps of a layer: what stands left and right, what comes of it, and how each number of that is explained.
//
// A step has `formula` (pieces of text with the role whose colour they bear), `parts` (matrices and the signs
// between them, the result last) and `explain(row, column)` -> { line, lights: [[part, row, column], …] } of
// the result, where a row or column of null means the whole of it.

import {
  context,
  enters,
  headsStep,
  join,
  mask,
  projection,
  scaled,
  scores,
  softmaxStep,
  weighted,
} from "./attention_steps.js";
import { geluStep, narrow, norm, residual, widen } from "./state_steps.js";

export const STEPS = [
  ["x", enters],
  ["query", (scene) => projection(scene, "q", "wq", "query", "Q")],
  ["key", (scene) => projection(scene, "k", "wk", "key", "K")],
  ["value", (scene) => projection(scene, "v", "wv", "value", "V")],
  ["scores", scores],
  ["scaled", scaled],
  ["mask", mask],
  ["softmax", softmaxStep],
  ["weighted", weighted],
  ["context", context],
  ["heads", headsStep],
  ["join", join],
  ["residual", (scene) => residual(scene, ["x", "attention", "sum1"])],
  ["norm", (scene) => norm(scene, 0, ["sum1", "between"])],
  ["widen", widen],
  ["gelu", geluStep],
  ["narrow", narrow],
  ["residual2", (scene) => residual(scene, ["between", "ff", "sum2"])],
  ["norm2", (scene) => norm(scene, 1, ["sum2", "leaving"])],
];
