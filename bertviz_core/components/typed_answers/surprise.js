// How surprising each word is, one after another as the model hides it; in the look of ui/masked_words/surprise.

import { decimal, element, fill } from "./writing.js";

const [LEAST_REACH, MOST_REACH] = [10, 20]; // bits at the end of the colours, as charts/masked_words/surprise
const HEIGHT = 156; // pixels of the highest bar
const ROOM_ABOVE = 1.08;
const LONGEST = 14; // letters below a bar
const LARGE = 1000;
const EQUAL_CONTRAST = 0.179;

export function drawSurprise(data, { encoding, entries, surprise: { scores, count } }) {
  const words = wordsOf(data, encoding, scores);
  const bits = words.filter(({ bits }) => bits !== null).map((word) => word.bits);
  const most = Math.max(...bits, 0);
  const reach = Math.min(Math.max(LEAST_REACH, Math.ceil(most)), MOST_REACH);
  const colours = (value) => colourAt(data.scale, Math.min(value / reach, 1));
  const [text, at] = [[...encoding.text], { done: 0 }];
  const pieces = words.flatMap((word) => {
    const between = text.slice(at.done, Math.max(at.done, word.start)).join("");
    const shown = element("span", "word", text.slice(Math.max(at.done, word.start), word.end).join("") || "·");
    at.done = Math.max(at.done, word.end);
    if (word.bits !== null) paint(shown, colours(word.bits));
    shown.title = says(data, word, scores, entries);
    return [between, shown];
  });
  const sentence = element("div", "sentence", [...pieces, text.slice(at.done).join("")]);
  const legend = element("i", "");
  legend.style.background = `linear-gradient(to right, ${data.scale.map(([, colour]) => colour).join(", ")})`;
  const end = fill(reach === MOST_REACH ? data.words.more : "{surprise}", { surprise: `${reach} bits` });
  const totals = element("div", "totals", [
    element("p", "", totalOf(data, scores, count)),
    element("p", "legend", [data.words.none, legend, end]),
  ]);
  const columns = words.map((word) => column(data, word, Math.max(most * ROOM_ABOVE, 1), colours));
  return [element("div", "scored", [sentence, totals]), element("div", "columns", columns)];
}

// Words, or their pieces, in the order of the text; `bits` is null until all of it was hidden.
function wordsOf({ pieces }, { wordOf, spans, special, labels, wordLabels }, scores) {
  const groups = new Map();
  wordOf.forEach((word, place) => {
    if (special[place]) return;
    const key = pieces ? place : word;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  });
  return [...groups.values()].map((places) => ({
    places,
    name: pieces ? labels[places[0]] : wordLabels[wordOf[places[0]]],
    ...{ start: spans[places[0]][0], end: spans[places.at(-1)][1] },
    bits: places.every((place) => scores.has(place)) ? bitsOf(places.map((place) => scores.get(place))) : null,
  }));
}

const bitsOf = (found) => Math.abs(found.reduce((sum, { logProbability }) => sum + logProbability, 0)) / Math.LN2;

function totalOf(data, scores, count) {
  if (scores.size < count) return `${scores.size} / ${count}`;
  const total = bitsOf([...scores.values()]);
  const perplexity = 2 ** (total / count);
  return fill(data.words.total, {
    total: decimal(data, total, 1),
    mean: decimal(data, total / count, 2),
    count,
    perplexity: decimal(data, Math.min(perplexity, 1e12), perplexity < LARGE ? 1 : 0),
  })
    .split("**")
    .map((part, i) => (i % 2 ? element("b", "", part) : part));
}

function column(data, { name, places, bits }, most, colours) {
  const bar = element("span", "bar");
  bar.style.height = `${bits === null ? 0 : Math.max(1, (HEIGHT * bits) / most)}px`;
  if (bits !== null) bar.style.background = colours(bits);
  const letters = [...name];
  const label = `${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("")}…` : name} ${places[0]}`;
  const number = element("span", "number", bits === null ? "" : decimal(data, bits, 1));
  return element("div", bits === null ? "column" : "column done", [number, bar, element("span", "name", label)]);
}

function says(data, { name, places, bits }, scores, entries) {
  if (bits === null) return name;
  const [{ rank, other }] = [scores.get(places[0])];
  const line = `${name}: ${decimal(data, bits, 1)} bits`;
  if (places.length > 1) return line;
  return `${line}. ${fill(rank === 1 ? data.words.next : data.words.instead, { word: entries[other.id] })}`;
}

function paint(shown, colour) {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = parseInt(colour.slice(from, from + 2), 16) / 255;
    return part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue > EQUAL_CONTRAST;
  Object.assign(shown.style, { background: colour, color: light ? "#000000" : "#ffffff" });
}

// As charts/chart_style.colour_at.
function colourAt(scale, place) {
  const after = Math.max(1, scale.findIndex(([stop]) => stop >= place));
  const [[from, first], [to, second]] = [scale[after - 1], scale[after]];
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const mixed = (at) => part(first, at) + ((part(second, at) - part(first, at)) * (place - from)) / (to - from);
  return `#${[1, 3, 5].map((at) => Math.round(mixed(at)).toString(16).padStart(2, "0")).join("")}`;
}
