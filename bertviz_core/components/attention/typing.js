// Answers of the model in the browser, while somebody types: the same data that a payload of the server becomes.

import { decimal, fill } from "./words.js";

const SHARES = ["to_next", "to_previous", "to_self", "to_sep", "to_cls", "to_punctuation", "across"];
const [MOSTLY, OFTEN, EVENLY] = [0.5, 0.3, 0.8]; // as ui/attention/head_reading has them
const QUOTED = 400; // characters
const LONGEST_UNKNOWN = 60;
const LONGEST_SIDE = 64;

// Where whoever asks the model meets the views: an EventTarget, made by whoever comes first.
export function typingHere() {
  return (globalThis[Symbol.for("answers while typing")] ??= new EventTarget());
}

export function sayShown(where) {
  typingHere().dispatchEvent(new CustomEvent("shown", { detail: where }));
}

// What the view receives: `sent` is what the server sent last, whose words and wishes go on.
export function typedData(sent, { encoding, maps }) {
  const { text, pair, tokens } = encoding;
  const names = ["labels", "special", "unknown", "segments", "sentences", "wordOf", "wordLabels"];
  const statistics = Object.entries(maps.statistics).map(([name, values]) => [
    name,
    { label: sent.typing.labels[name], values: values.map((value) => Math.round(value * 1e4) / 1e4) },
  ]);
  return {
    ...sent,
    ...Object.fromEntries(names.map((name) => [name, encoding[name]])),
    ...{ text, pair, tokens, start: maps.start, n: tokens.length, open: null, standIn: false, address: {} },
    id: `here ${text}\0${pair ?? ""}`,
    sentence: [...[text, pair].filter(Boolean).join(" / ")].slice(0, QUOTED).join(""),
    notes: unknownNote(sent, encoding),
    statistics: Object.fromEntries(statistics),
    readings: readings(sent, maps.statistics, tokens),
    withoutHabit: maps.statistics.entropy.map((_, i) => strongestShare(maps.statistics, i)[1] < OFTEN),
    weights: new Map(maps.layers.map((bytes, layer) => [layer, bytes])),
    thumbnails: null,
    thumbnailSide: Math.ceil(tokens.length / Math.ceil(tokens.length / LONGEST_SIDE)),
    blocks: [],
  };
}

// The bytes that a file of the view begins with; its layers are added to them.
export function typedBytes(data) {
  const { weights, thumbnails, n, ...header } = data;
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + text.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  return bytes;
}

function unknownNote({ typing }, { unknown, surfaces, tokens }) {
  const places = unknown.flatMap((is, i) => (is ? [i] : []));
  const shortened = (word) => {
    const letters = [...word];
    return letters.length > LONGEST_UNKNOWN ? `${letters.slice(0, LONGEST_UNKNOWN).join("").trimEnd()} …` : word;
  };
  const words = new Set(places.map((i) => surfaces[i]).filter(Boolean).map(shortened));
  return places.length ? [fill(typing.unknown, { token: tokens[places[0]], words: [...words].join(", ") })] : [];
}

function strongestShare(statistics, i) {
  const shares = SHARES.filter((name) => name in statistics).map((name) => [name, statistics[name][i]]);
  return shares.reduce((most, one) => (one[1] > most[1] ? one : most));
}

// What each head mostly does, in the words of ui/attention/head_reading.
function readings(sent, statistics, tokens) {
  const { typing } = sent;
  const things = { ...typing.things, to_cls: tokens[0], to_sep: tokens.at(-1) };
  const write = (value, digits) => decimal(sent, Number(value.toFixed(digits)), digits);
  return statistics.entropy.map((entropy, i) => {
    const [name, share] = strongestShare(statistics, i);
    const fields = { what: things[name], share: write(share, 2) };
    if (share >= OFTEN) return fill(share >= MOSTLY ? typing.mostly : typing.often, fields);
    if (entropy >= EVENLY * Math.log(tokens.length)) return fill(typing.widely, { entropy: write(entropy, 2) });
    return fill(typing.far, { distance: write(statistics.distance[i], 1) });
  });
}
