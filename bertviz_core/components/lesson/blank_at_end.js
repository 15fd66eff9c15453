// A text whose last blank ends it, with an end of the sentence behind that: as analysis/answers/blank_reading has it,
// for full stops and for questions and exclamations that are open.

const MASK = "[MASK]";
const QUESTIONS = { "¿": "?", "¡": "!" };
const OTHERS = /[([{«“‘„]/; // what else may be open needs more than is known here

// Returns the `text` and the `sign` that it ends with now; null where something else is open.
export function endedAfterBlank(text) {
  const at = text.lastIndexOf(MASK) + MASK.length;
  const [before, behind] = [text.slice(0, at), text.slice(at)];
  if (OTHERS.test(before.replaceAll(MASK, ""))) return null;
  const open = [];
  for (const sign of before) {
    if (sign in QUESTIONS) open.unshift(QUESTIONS[sign]);
    else if (open.includes(sign)) open.splice(open.indexOf(sign), 1);
  }
  const sign = open.join("") || ".";
  return { text: `${before}${sign}${behind}`, sign };
}
