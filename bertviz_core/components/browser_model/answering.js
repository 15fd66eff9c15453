// How a thread with the model answers what `asked_model.js` sends.

import { attentionForm } from "./attention_form.js";
import { layerSteps } from "./layer_steps.js";
import { bestWords, scoreOf, softmax } from "./probabilities.js";

// Lets `scope`, a thread or what stands for one, do what it is told. `doing`: functions of a question, by name, which
// return an `answer` and what of it is handed over.
export function serve(scope, doing) {
  scope.onmessage = async ({ data: { number, what, ...question } }) => {
    try {
      const { answer, transfer = [] } = await doing[what](question);
      scope.postMessage({ number, answer }, transfer);
    } catch (error) {
      scope.postMessage({ number, error: String(error) });
    }
  };
}

// The first runs wait for the browser's compiler.
export function warmUp(encoder) {
  for (let i = 0; i < 2; i++) encoder.run({ ids: [2, 3, 3, 3], segments: [0, 0, 0, 0], wanted: { attention: true } });
}

// `input`: what the tokenizer says of a text. `wanted`: `attention`, `states` as numbers, `maps` as the attention view
// has them, `next` as probabilities of both answers, `words` how many of the best in each of the `places`, `steps` as
// layer_steps.js has them, of at most `most` tokens, `score` of an entry in the first of the `places`, `sides` the number
// of the place that is answered from each side too.
export function answerOf(encoder, { input, places = [], wanted }) {
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
  const place = places[wanted.sides];
  if (place !== undefined) answer.sides = { ...oneSided(encoder, input, place, wanted.words), both: answer.words[wanted.sides] };
  answer.milliseconds = performance.now() - begun;
  return { answer, transfer };
}

// The best words of one place from the left, from the right, and of both joined at the end, as
// analysis/masked_words/directions has them.
function oneSided(encoder, { ids, segments, special }, place, count) {
  const look = (side) => {
    const { logits } = encoder.run({ ids, segments, places: [place], wanted: {}, side, special: special.map(Number) });
    return logits.slice(0, encoder.config.vocab_size);
  };
  const [left, right] = ["left", "right"].map(look);
  const joined = left.map((logit, i) => logit + right[i]);
  return { left: bestWords(left, count), right: bestWords(right, count), joined: bestWords(joined, count) };
}
