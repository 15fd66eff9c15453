// The words of a blank when the model may look to one side, in the look of ui/masked_words/directions.

import { ROOM, drawRow } from "./blanks.js";
import { element, fill } from "./writing.js";

const MASK = "[MASK]";
const EXCERPT = 12; // letters of the text on each side of the blank

export function drawSides(data, { sides, encoding, entries, ending }) {
  const ranked = Object.fromEntries(
    Object.entries(sides).map(([way, { ids, probabilities }]) => [
      way,
      [...ids].map((id, i) => ({ word: entries[id], probability: probabilities[i] })),
    ]),
  );
  const all = Object.values(ranked).flat();
  const most = Math.max(...all.map(({ probability }) => probability), 1e-6) * ROOM;
  const letters = Math.max(...all.map(({ word }) => [...word].length));
  const seen = seenOf(ending?.text ?? encoding.text, data.blank);
  const columns = Object.entries(ranked).map(([way, words]) => {
    const bars = element("div", "bars", words.map((word) => drawRow(data, word, most)));
    bars.style.setProperty("--letters", letters);
    return element("div", "blank", [element("p", "way", data.words[way]), element("p", "note", seen[way]), bars]);
  });
  const first = Object.fromEntries(Object.entries(ranked).map(([way, [{ word }]]) => [way, word]));
  const note = ending ? [element("p", "note", fill(data.words.ending, ending))] : [];
  return [...note, element("h3", "", fill(data.words.answer, first)), element("div", "blanks ways", columns)];
}

function seenOf(text, blank) {
  const parts = text.split(MASK);
  const [before, after] = [parts.slice(0, blank + 1), parts.slice(blank + 1)].map((side) => [...side.join("▢").trim()]);
  const nearest = { left: before.slice(-EXCERPT).join(""), right: after.slice(0, EXCERPT).join("") };
  const wholeWords = { left: nearest.left.replace(/^[^ ]* /, ""), right: nearest.right.replace(/ [^ ]*$/, "") };
  const left = before.length > EXCERPT ? `… ${wholeWords.left}` : before.join("");
  const right = after.length > EXCERPT ? `${wholeWords.right} …` : after.join("");
  return { left: `${left} ▢ ░░░`, right: `░░░ ▢ ${right}`, joined: `${left} ▢ + ▢ ${right}`, both: `${left} ▢ ${right}` };
}
