// Whether one sentence follows another: one bar, in the look of charts/next_sentence/pair.

import { axis, element, fill, probability } from "./writing.js";

const MARKS = [0, 0.25, 0.5, 0.75, 1];
const ROOM_INSIDE = 0.12; // of the axis, for the number at the end of the bar

export function drawPair(data, { next: [isNext] }) {
  const written = probability(data, isNext);
  const { undecided, follows, not } = data.words;
  const verdict = Math.abs(isNext - 0.5) < data.undecided ? undecided : isNext > 0.5 ? follows : not;
  const number = element("span", isNext >= ROOM_INSIDE ? "number inside" : "number", written);
  number.style.color = isNext >= ROOM_INSIDE ? data.ink : "";
  const bar = element("span", "bar", isNext >= ROOM_INSIDE ? [number] : []);
  bar.style.width = `${100 * isNext}%`;
  bar.style.background = data.colour;
  const frame = element("span", "frame", isNext >= ROOM_INSIDE ? [bar] : [bar, number]);
  const row = element("div", "row", [element("span", "label", data.words.isNext), frame]);
  row.title = `${data.words.isNext}: ${isNext.toFixed(6)}`;
  return [element("h3", "", fill(verdict, { probability: written })), element("div", "next", [row, axis(data, MARKS, 1)])];
}
