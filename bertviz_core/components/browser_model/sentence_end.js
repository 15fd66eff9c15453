// A blank that stands last, where the model expects a sign: read as if the sentence ended after it, as
// analysis/answers/blank_reading does.

const MASK = "[MASK]";
const OPEN = new Map(["¿?", "¡!", "()", "[]", "{}", "«»", "“”", "‹›", "（）", "「」"].map(([opens, closes]) => [opens, closes]));
const ENDS = ".!?。！？।۔؟";
const ENDS_TEXT = ["[CLS]", "[SEP]", "[PAD]", "[MASK]"];
const FACE = /[:;=8][-o^']?[(\[{]/gu;
const CLOSING = /^[\p{Pe}\p{Pf}\p{Pi}\p{Cf}\p{Cc}\s"'`*]*$/u;
const SIGN = /^(##)?\p{P}+$/u;

// `text` as it was read, `expected` the entry that the model has first in its last blank. Returns `text` with the
// `end` written into it and the `sign` that was expected; null where it is read as it stands.
export function sentenceEnd(text, expected) {
  const place = text.lastIndexOf(MASK) + MASK.length;
  if (place < MASK.length || !CLOSING.test(text.slice(place))) return null;
  if (!ENDS_TEXT.includes(expected) && !SIGN.test(expected)) return null;
  const end = endOf(text.slice(0, place), text.slice(place), expected);
  return { text: text.slice(0, place) + end + text.slice(place), end, sign: expected };
}

function endOf(before, behind, expected) {
  const closing = openSigns([...OPEN.values()].includes(expected) ? before : before.replace(FACE, ""));
  for (const sign of behind) if (closing.includes(sign)) closing.splice(closing.indexOf(sign), 1);
  const end = closing.reverse().join("");
  if (/[?!]/.test(end)) return end;
  return end + (ENDS.includes(expected) ? expected : ".");
}

// The signs that would close what is open, the outermost first.
function openSigns(text) {
  const closing = [];
  for (const sign of text) {
    if (OPEN.has(sign)) closing.push(OPEN.get(sign));
    else if (closing.includes(sign)) closing.splice(closing.lastIndexOf(sign));
  }
  return closing;
}
