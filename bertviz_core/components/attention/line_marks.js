// What the line view consists of, as plain numbers: strokes, boxes and texts, for a canvas and for SVG alike.

import { cssColour, position } from "./scale.js";
import { decimal, fill } from "./words.js";

const LINES_AT_ONCE = 1500; // without a token pointed at, the strongest of those that cross the window
const UNCROWDED = 250; // lines: more of them grow paler, or they would run together
const FAINTEST = 0.03; // opacity below which a line cannot be seen
const LEAST_POINTED = 0.08; // every line of a token pointed at can be seen
const THINNEST = 0.6;
const THICKEST = 3.4;
const BINS = 4096;
const PALE = 0.3; // of the opacity, for what touches a dimmed token
const SECOND_SENTENCE = "#d55e00"; // Okabe and Ito's vermilion

export function sentenceColour(theme, sentence) {
  return sentence === 1 ? SECOND_SENTENCE : cssColour(theme, theme.most);
}

export function isPaired({ rows, columns }) {
  return [...rows, ...columns].some((place) => place.sentence === 1);
}

function strengthOf(theme, value) {
  return position(theme, Math.max(0, Math.min(theme.most, value)));
}

// Width and opacity of the line of a weight.
export function lineStroke(theme, value) {
  const strength = strengthOf(theme, value);
  return { width: THINNEST + (THICKEST - THINNEST) * strength, opacity: strength };
}

// `cell`: { query, key } of the token or pair pointed at, either may be null; `scroll` in pixels.
export function lineDrawing(matrix, theme, { layout, cell = null, scroll = 0, data }) {
  const scene = { matrix, theme, layout, scroll, data, query: cell?.query ?? null, key: cell?.key ?? null };
  const strokes = strokesOf(scene);
  return {
    strokes,
    boxes: [...boxesOf(scene, "rows"), ...boxesOf(scene, "columns")],
    texts: [...headings(scene, strokes.length), ...textsOf(scene, "rows"), ...textsOf(scene, "columns")],
  };
}

function middleOf({ layout, scroll }, index) {
  return layout.top + (index + 0.5) * layout.rowHeight - scroll;
}

// First and last row whose middle may lie in the window.
function windowOf({ layout, scroll }, count) {
  const first = Math.floor(scroll / layout.rowHeight);
  const last = Math.ceil((scroll + layout.height - layout.top) / layout.rowHeight);
  return [Math.max(0, first), Math.min(count - 1, last)];
}

// Weak lines come first, so that strong ones lie above them.
function strokesOf(scene) {
  const { matrix, theme, layout, query, key } = scene;
  const { rows, columns, values } = matrix;
  const pointed = query !== null || key !== null;
  const pairs = pointed ? pointedPairs(scene) : strongestPairs(scene);
  pairs.sort((a, b) => values[a] - values[b]);
  const crowd = Math.min(1, Math.sqrt(UNCROWDED / Math.max(pairs.length, 1)));
  return pairs.map((at) => {
    const [r, c] = [Math.floor(at / columns.length), at % columns.length];
    const { width, opacity } = lineStroke(theme, values[at]);
    const pale = rows[r].dimmed || columns[c].dimmed ? PALE : 1;
    return {
      x1: layout.left,
      y1: middleOf(scene, r),
      x2: layout.right,
      y2: middleOf(scene, c),
      width,
      opacity: Math.max(pointed ? LEAST_POINTED : 0, opacity) * pale * (pointed ? 1 : crowd),
      colour: sentenceColour(theme, rows[r].sentence),
    };
  });
}

function pointedPairs({ matrix, query, key }) {
  const [height, width] = [matrix.rows.length, matrix.columns.length];
  if (query !== null && key !== null) return [query * width + key];
  if (query !== null) return Array.from({ length: width }, (_, c) => query * width + c);
  return Array.from({ length: height }, (_, r) => r * width + key);
}

// The strongest pairs whose line crosses the window, found by counting instead of sorting all of them.
function strongestPairs(scene) {
  const { matrix, theme } = scene;
  const [height, width] = [matrix.rows.length, matrix.columns.length];
  const [first, last] = windowOf(scene, Math.max(height, width));
  const counts = new Uint32Array(BINS + 1);
  const bins = new Int16Array(height * width).fill(-1);
  for (let r = 0, at = 0; r < height; r++) {
    for (let c = 0; c < width; c++, at++) {
      if ((r < first && c < first) || (r > last && c > last)) continue;
      const strength = strengthOf(theme, matrix.values[at]);
      if (strength < FAINTEST) continue;
      bins[at] = Math.round(strength * BINS);
      counts[bins[at]]++;
    }
  }
  let bound = BINS;
  let above = 0;
  while (bound > 0 && above + counts[bound] <= LINES_AT_ONCE) above += counts[bound--];
  return takeFromBins(bins, bound, { count: counts[bound], room: LINES_AT_ONCE - above });
}

// All pairs above a bin and, of the `count` in it, as many as there is room for: equal weights are thinned evenly.
function takeFromBins(bins, bound, { count, room }) {
  const taken = [];
  let seen = 0;
  for (let at = 0; at < bins.length; at++) {
    const due = bins[at] === bound && Math.floor((++seen * room) / count) > Math.floor(((seen - 1) * room) / count);
    if (bins[at] > bound || due) taken.push(at);
  }
  return taken;
}

// Which sentence a token belongs to, and how much of the weight a token gets from the one pointed at.
function boxesOf(scene, side) {
  const { matrix, theme, layout } = scene;
  const left = side === "rows";
  const places = matrix[side];
  const paired = isPaired(matrix);
  const height = layout.rowHeight - 1;
  const [first, last] = windowOf(scene, places.length);
  const boxes = [];
  for (let i = first; i <= last; i++) {
    const y = middleOf(scene, i) - height / 2;
    const value = weightBeside(scene, side, i);
    if (value !== null) {
      const x = left ? 0 : layout.right + 5;
      const width = left ? layout.left - 5 : layout.width - layout.right - 5;
      boxes.push({ x, y, width, height, opacity: 0.3 * value, colour: sentenceColour(theme, lookingSentence(scene, i)) });
    }
    if (paired && places[i].sentence >= 0) {
      const colour = sentenceColour(theme, places[i].sentence);
      boxes.push({ x: left ? layout.left - 4 : layout.right + 1, y, width: 3, height, opacity: 0.9, colour });
    }
  }
  return boxes;
}

function lookingSentence({ matrix, query }, index) {
  return matrix.rows[query ?? index].sentence;
}

// The weight written beside a token: that between it and the token pointed at on the other side.
function weightBeside({ matrix, query, key }, side, index) {
  if (matrix.missing.length) return null;
  const width = matrix.columns.length;
  if (side === "columns" && query !== null && (key === null || key === index)) return matrix.values[query * width + index];
  if (side === "rows" && query === null && key !== null) return matrix.values[index * width + key];
  return null;
}

// Which side looks, and whether weaker lines were left out.
function headings({ layout, theme, data, query, key }, drawn) {
  const thinned = drawn >= LINES_AT_ONCE && query === null && key === null;
  const { words, locale } = data;
  const count = LINES_AT_ONCE.toLocaleString(locale);
  return [
    [layout.left - 8, "end", `${words.from} →`],
    [layout.right + 8, "start", `→ ${words.to}`],
    ...(thinned ? [[(layout.left + layout.right) / 2, "middle", fill(words.strongestLines, { count })]] : []),
  ].map(([x, anchor, text]) => {
    const look = { y: layout.top / 2 - 1, size: 11, bold: false, opacity: 1, fixed: true };
    return { ...look, x, anchor, parts: [{ text, colour: theme.special }] };
  });
}

function textsOf(scene, side) {
  const { matrix, theme, layout, query, key, data } = scene;
  const left = side === "rows";
  const places = matrix[side];
  const labels = left ? layout.rowLabels : layout.columnLabels;
  const chosen = left ? query : key;
  const [first, last] = windowOf(scene, places.length);
  const texts = [];
  for (let i = first; i <= last; i++) {
    const { special, unknown, dimmed, number } = places[i];
    const rest = chosen !== null && chosen !== i;
    const value = weightBeside(scene, side, i);
    const pale = value === null ? theme.special : theme.text; // on a box of its weight only dark can be read
    const colour = special || unknown ? pale : theme.text;
    const common = { y: middleOf(scene, i), size: layout.font, bold: chosen === i, opacity: dimmed || rest ? 0.5 : 1 };
    const parts = [
      { text: labels[i], colour: chosen === i ? theme.text : colour },
      { text: ` ${number}`, colour: pale },
    ];
    texts.push({ ...common, x: left ? layout.left - 8 : layout.right + 8, anchor: left ? "end" : "start", parts });
    if (value === null) continue;
    const written = [{ text: decimal(data, value), colour: theme.text }];
    texts.push({ ...common, x: left ? 4 : layout.width - 4, anchor: left ? "start" : "end", opacity: 1, parts: written });
  }
  return texts;
}
