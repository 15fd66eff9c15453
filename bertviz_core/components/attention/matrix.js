// What is on screen, out of the weights of one or several heads: which tokens or words are rows and
// columns, and the weight of every pair of them.

import { weightsOf } from "./decode.js";

// A place is a row or a column: one token, or the pieces of one word. `places` are those of the data and the settings.
export function headMatrix(data, settings, heads, places = placesOf(data, settings)) {
  const { rows, columns } = places;
  const missing = [...new Set(heads.map(({ layer }) => layer))].filter((layer) => !data.weights.has(layer));
  if (missing.length) return { rows, columns, values: new Float32Array(rows.length * columns.length), missing };
  const mean = settings.combine !== "max";
  const isWhole = rows.length === data.n && columns.length === data.n;
  const shownOf = ({ layer, head }) => {
    const weights = weightsOf(data, layer, head);
    return isWhole ? weights : merged(data.n, weights, rows, columns);
  };
  const values = shownOf(heads[0]);
  for (const head of heads.slice(1)) {
    const shown = shownOf(head);
    for (let i = 0; i < values.length; i++) values[i] = mean ? values[i] + shown[i] : Math.max(values[i], shown[i]);
  }
  if (mean && heads.length > 1) for (let i = 0; i < values.length; i++) values[i] /= heads.length;
  if (settings.renormalise) renormalise(values, columns.length);
  return { rows, columns, values, missing };
}

// Sum over the pieces of the word looked at, mean over those of the word that looks (Clark et al. 2019).
function merged(n, weights, rows, columns) {
  const values = new Float32Array(rows.length * columns.length);
  let at = 0;
  for (const row of rows) {
    for (const column of columns) {
      let sum = 0;
      for (const query of row.tokens) for (const key of column.tokens) sum += weights[query * n + key];
      values[at++] = sum / row.tokens.length;
    }
  }
  return values;
}

function renormalise(values, width) {
  for (let at = 0; at < values.length; at += width) {
    const row = values.subarray(at, at + width);
    const sum = row.reduce((total, value) => total + value, 0);
    if (sum > 0) row.forEach((value, i) => (row[i] = value / sum));
  }
}

const SIDES = { a: 0, b: 1 };

export function placesOf(data, settings) {
  const all = settings.words ? wordPlaces(data) : data.tokens.map((_, i) => place(data, [i], data.labels[i]));
  const shown = all
    .filter((one) => settings.special !== "hide" || !one.special)
    .map((one) => ({ ...one, dimmed: settings.special === "dim" && one.special }));
  if (settings.sentences === "all" || !data.pair) return { rows: shown, columns: shown };
  const [from, to] = [...settings.sentences].map((letter) => shown.filter((one) => one.sentence === SIDES[letter]));
  return { rows: from, columns: to };
}

function wordPlaces(data) {
  const tokens = data.wordLabels.map(() => []);
  data.wordOf.forEach((word, token) => tokens[word].push(token));
  return tokens.map((pieces, word) => place(data, pieces, data.wordLabels[word]));
}

function place(data, tokens, label) {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return {
    label,
    number: first === last ? String(first) : `${first}–${last}`,
    tokens,
    special: data.special[first],
    unknown: tokens.some((token) => data.unknown[token]),
    sentence: data.sentences[first],
    dimmed: false,
  };
}

export function valueAt(matrix, query, key) {
  return matrix.values[query * matrix.columns.length + key];
}
