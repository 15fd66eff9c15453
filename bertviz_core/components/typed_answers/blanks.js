// Ranked words for every blank, in the look of charts/answers/mask_bars.

import { axis, element, fill, probability } from "./writing.js";

const SAID = 5; // as ui/mask_panel has it
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100]; // percent between two marks
const PARTS = 4;
export const ROOM = 1.02; // beside the longest bar

export function drawBlanks(data, { words, places, entries, ending }) {
  const masks = words.map(({ ids, probabilities }) =>
    [...ids].slice(0, data.count).map((id, i) => ({ word: entries[id], probability: probabilities[i] })),
  );
  const said = masks.slice(0, SAID).map(([{ word, probability: value }]) =>
    fill(data.words.first, { word, probability: probability(data, value) }),
  );
  const all = masks.flat();
  const most = Math.max(...all.map((one) => one.probability), 1e-6);
  const step = STEPS.find((size) => 100 * most <= size * PARTS);
  const marks = Array.from({ length: Math.floor(Math.round(100 * most) / step) + 1 }, (_, i) => (i * step) / 100);
  const letters = Math.max(...all.map(({ word }) => [...word].length));
  const charts = masks.map((mask, order) => {
    const rows = mask.map((one) => drawRow(data, one, most * ROOM));
    const title = fill(data.words.title, { number: order + 1, position: places[order] });
    const bars = element("div", "bars", [...rows, axis(data, marks, most * ROOM)]);
    bars.style.setProperty("--letters", letters);
    return element("div", "blank", masks.length > 1 ? [element("p", "name", bold(title)), bars] : [bars]);
  });
  const note = ending ? [element("p", "note", fill(data.words.ending, ending))] : [];
  return [...note, element("h3", "", said.join(" · ")), element("div", "blanks", charts)];
}

export function drawRow(data, { word, probability: value }, most) {
  const bar = element("span", "bar");
  bar.style.width = `${(100 * value) / most}%`;
  bar.style.background = data.colour;
  const track = element("span", "track", [bar, element("span", "number", probability(data, value))]);
  const row = element("div", "row", [element("span", "word", word), track]);
  row.title = `${word}  ${value.toFixed(6)}`;
  return row;
}

function bold(text) {
  return text.split("**").map((part, i) => (i % 2 ? element("b", "", part) : part));
}
