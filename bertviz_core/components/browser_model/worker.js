// The thread in which the model computes: it is loaded once, then answers one question after another.

import { attentionForm } from "./attention_form.js";
import { Encoder } from "./encoder.js";
import { layerSteps } from "./layer_steps.js";
import { bestWords, scoreOf, softmax } from "./probabilities.js";
import { forgetOthers, readFile, tensorsOf } from "./weights.js";

let encoder = null;
const doing = { load, ask };

self.onmessage = async ({ data: { number, what, ...question } }) => {
  try {
    const { answer, transfer = [] } = await doing[what](question);
    self.postMessage({ number, answer }, transfer);
  } catch (error) {
    self.postMessage({ number, error: String(error) });
  }
};

// `files`: addresses and sizes, as manifest.json of the folder has them.
async function load({ kernels, weights, config }) {
  const kernel = await bestKernel(kernels);
  encoder = await Encoder.create(kernel, config);
  let done = 0;
  const onBytes = (count) => self.postMessage({ progress: (done += count) });
  for (const { address, bytes } of weights) {
    const file = await readFile(address, { bytes, onBytes }); // one at a time, so that one is in memory
    for (const [name, tensor] of tensorsOf(file)) encoder.place(name, tensor);
    file.buffer.transfer?.(0); // given back at once, where browsers can
  }
  encoder.finish();
  // The first runs wait for the browser's compiler.
  for (let i = 0; i < 2; i++) encoder.run({ ids: [2, 3, 3, 3], segments: [0, 0, 0, 0], wanted: { attention: true } });
  forgetOthers(weights.map(({ address }) => address));
  return { answer: { megabytes: encoder.kernel.memory.buffer.byteLength / 2 ** 20 } };
}

// Instructions that round once instead of twice, where the browser has them; the plain kernel otherwise.
async function bestKernel(addresses) {
  for (const address of addresses) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} for ${address}`);
    const bytes = await response.arrayBuffer();
    if (WebAssembly.validate(bytes)) return bytes;
  }
  throw new Error("this browser lacks WebAssembly with SIMD");
}

// `input`: what the tokenizer says of a text. `wanted`: `attention`, `states` as numbers, `maps` as the attention view
// has them, `next` as probabilities of both answers, `words` how many of the best in each of the `places`, `steps` as
// layer_steps.js has them, of at most `most` tokens, `score` of an entry in the first of the `places`.
function ask({ input, places = [], wanted }) {
  const { ids, segments } = input;
  const begun = performance.now();
  const { config, words } = encoder;
  const follows = wanted.steps && ids.length <= wanted.steps.most;
  const needed = { attention: wanted.attention || wanted.maps || follows, states: wanted.states || follows };
  const run = encoder.run({ ids, segments, places, wanted: { ...wanted, ...needed, steps: follows ? wanted.steps.layer : -1 } });
  const answer = {};
  for (const name of ["attention", "states"]) if (wanted[name]) answer[name] = run[name].slice();
  const transfer = Object.values(answer).map(({ buffer }) => buffer);
  if (wanted.next) answer.next = softmax(run.next);
  const logits = (i) => run.logits.subarray(i * words, i * words + config.vocab_size);
  if (wanted.score !== undefined) answer.score = scoreOf(logits(0), wanted.score);
  if (wanted.words) {
    answer.words = places.map((_, i) => bestWords(logits(i), wanted.words));
  }
  if (wanted.maps) {
    const size = { layers: config.num_hidden_layers, heads: config.num_attention_heads };
    answer.maps = attentionForm(run.attention, size, input);
    transfer.push(...answer.maps.layers.map(({ buffer }) => buffer));
  }
  if (follows) answer.steps = layerSteps(run, config, ids.length, wanted.steps);
  answer.milliseconds = performance.now() - begun;
  return { answer, transfer };
}
