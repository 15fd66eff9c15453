// WordPiece with the characters that each token stands for, exactly as the server reads a text (analysis/texts).
// What is not known for sure is null: the server is asked.

import { RUNS } from "./letters.js";

const MASK = "[MASK]";
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"; // Python's
const BLANK = new RegExp(`\\[[${SPACE}]*mask[${SPACE}]*\\]|<[${SPACE}]*mask[${SPACE}]*>|_{3,}`, "giu");
const ENDS = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu");
const MOST_CHARACTERS = 4000; // of a text; more have more tokens than are read here
const LONGEST_WORD = 100;
const JOINERS = ["\u200c", "\u200d"];
const [PART, ALONE, GAP, LEFT_OUT] = [0, 1, 2, 3]; // what becomes of a character
const [UNSEEN, SIGN] = [1, 2]; // what kind it is, otherwise

const starts = [];
const kinds = [];
let next = 0;
for (const [, length, kind] of RUNS.matchAll(/([0-9a-z]+)([A-Z])/g)) {
  starts.push(next);
  next += parseInt(length, 36);
  kinds.push(kind === "U" ? null : { does: (kind.charCodeAt(0) - 65) % 4, is: (kind.charCodeAt(0) - 65) >> 2 });
}

// { does, is } of a character; null where nobody is sure.
function kindOf(character) {
  const point = character.codePointAt(0);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= point) low = middle;
    else high = middle;
  }
  return kinds[low];
}

const isSeen = (character) => JOINERS.includes(character) || kindOf(character).is !== UNSEEN;
const isBlank = (characters) => characters.every((character) => kindOf(character).is === UNSEEN);

export class Tokenizer {
  // `vocabulary`: the entries by their ids.
  constructor(vocabulary) {
    this.entries = vocabulary;
    this.ids = new Map(vocabulary.map((entry, id) => [entry, id]));
    const id = (token) => this.ids.get(token);
    [this.unknown, this.opening, this.closing, this.mask] = ["[UNK]", "[CLS]", "[SEP]", MASK].map(id);
  }

  // A text, or a pair, as fields of `results.Encoding` name it; characters are counted, not UTF-16 units. Null for
  // what the server must read: a text without anything, too long, or of characters that Unicode has since.
  encode(text, pair = null, most = 128) {
    const first = cleaned(text);
    const second = cleaned((pair ?? "").replace(ENDS, ""));
    if (!first || !second || isBlank(first)) return null;
    const texts = isBlank(second) ? [first] : [first, second];
    const rows = [special(this.opening, 0)];
    for (const [sequence, characters] of texts.entries()) {
      const pieces = this.pieces(characters, most);
      if (!pieces?.length || rows.length + pieces.length + 1 > most) return null;
      rows.push(...pieces.map((piece) => ({ ...piece, sequence, segment: sequence })), special(this.closing, sequence));
    }
    return this.described(rows, texts);
  }

  described(rows, texts) {
    const tokens = rows.map(({ id }) => this.entries[id]);
    const surfaces = surfacesOf(rows, tokens, texts);
    const column = (name) => rows.map((row) => row[name]);
    return {
      text: texts[0].join(""),
      pair: texts[1]?.join("") ?? null,
      tokens,
      surfaces,
      labels: tokens.map((token, i) => labelOf(token, surfaces[i], rows[i].start < rows[i].end)),
      ids: column("id"),
      segments: column("segment"),
      sentences: column("sequence"),
      wordIds: column("word"),
      spans: rows.map(({ start, end }) => [start, end]),
      special: rows.map(({ sequence }) => sequence < 0),
      unknown: rows.map(({ id, sequence }) => id === this.unknown && sequence >= 0),
      punctuation: rows.map(({ sequence, start, end }) => end > start && signs(texts[sequence].slice(start, end))),
      ...wordGroups(rows, texts, tokens),
    };
  }

  // Tokens of one text: { id, start, end, word }; null where there are too many.
  pieces(characters, most) {
    const found = [];
    for (const [word, { letters, places, isMask }] of wordsOf(characters).entries()) {
      const [start, end] = [places[0], places.at(-1) + 1];
      const pieces = isMask ? [{ id: this.mask, start, end }] : this.wordPieces(letters, places);
      found.push(...pieces.map((piece) => ({ ...piece, word })));
      if (found.length > most) return null;
    }
    return found;
  }

  // The longest entry first, then the longest continuation; a word with a part that is in none is unknown.
  wordPieces(letters, places) {
    const unknown = [{ id: this.unknown, start: places[0], end: places.at(-1) + 1 }];
    if (letters.length > LONGEST_WORD) return unknown;
    const pieces = [];
    for (let from = 0; from < letters.length; ) {
      let to = letters.length;
      const idTo = () => this.ids.get((from ? "##" : "") + letters.slice(from, to).join(""));
      while (to > from && idTo() === undefined) to--;
      if (to === from) return unknown;
      pieces.push({ id: idTo(), start: places[from], end: places[to - 1] + 1 });
      from = to;
    }
    return pieces;
  }
}

function special(id, segment) {
  return { id, segment, sequence: -1, word: -1, start: 0, end: 0 };
}

// The characters of a text as it is read: composed, blanks as the mask token.
function cleaned(text) {
  if (text.length > 2 * MOST_CHARACTERS) return null;
  const typed = [...text];
  if (typed.some((character) => /[\ud800-\udfff]/.test(character) && character.length === 1)) return null;
  if (typed.length > MOST_CHARACTERS || typed.some((character) => !kindOf(character))) return null;
  return [...text.normalize("NFC").replace(BLANK, MASK)];
}

// Words with the places of their letters, in order; a typed mask token is a word, wherever it stands.
function wordsOf(characters) {
  const words = [];
  let word = null;
  const add = (letters, places, isMask = false) => words.push({ letters, places, isMask });
  for (let place = 0; place < characters.length; place++) {
    const character = characters[place];
    if (character === "[" && characters.slice(place, place + MASK.length).join("") === MASK) {
      add([MASK], [place, place + MASK.length - 1], true);
      place += MASK.length - 1;
      word = null;
      continue;
    }
    const { does } = kindOf(character);
    if (does === LEFT_OUT) continue;
    if (does === PART && !word) add([], []);
    if (does === PART) word = words.at(-1);
    if (does === ALONE) add([character], [place]);
    if (does === ALONE || does === GAP) word = null;
    word?.letters.push(character);
    word?.places.push(place);
  }
  return words;
}

const signs = (characters) => characters.every((character) => kindOf(character).is === SIGN);

// What stands in the text for each token: joined, all that can be seen of it.
function surfacesOf(rows, tokens, texts) {
  const surfaces = rows.map(({ sequence }, i) => (sequence < 0 ? tokens[i] : ""));
  for (const [sequence, characters] of texts.entries()) {
    const seen = (from, to) => characters.slice(from, to).filter(isSeen).join("");
    let [done, last] = [0, null];
    for (const [i, row] of rows.entries()) {
      if (row.sequence !== sequence) continue;
      const between = seen(done, row.start);
      if (last !== null) surfaces[last] += between;
      surfaces[i] = (last === null ? between : "") + characters.slice(row.start, row.end).join("");
      [done, last] = [row.end, i];
    }
    if (last !== null) surfaces[last] += seen(done);
  }
  return surfaces;
}

function labelOf(token, surface, standsForSome) {
  if (!surface) return standsForSome ? "⋯" : token;
  return token.startsWith("##") && !surface.startsWith("##") ? `##${surface}` : surface;
}

// For each token its word, and each word as it stands in the text; a special token is a word of its own.
function wordGroups(rows, texts, tokens) {
  const [wordOf, wordLabels] = [[], []];
  const surfaces = surfacesOf(rows, tokens, texts);
  let [last, first] = [null, 0];
  rows.forEach(({ sequence, word, start, end }, i) => {
    const name = sequence < 0 ? null : `${sequence}.${word}`;
    if (name === null || name !== last) {
      wordLabels.push(labelOf(tokens[i], surfaces[i], start < end));
      first = start;
    } else wordLabels[wordLabels.length - 1] = texts[sequence].slice(first, end).join("");
    last = name;
    wordOf.push(wordLabels.length - 1);
  });
  return { wordOf, wordLabels };
}
