// One head: a cell for every pair of tokens, the same tokens down the left (from) and along the top (to).

import { position } from "./scale.js";
import { cellImage, drawCells, fitLabel, prepareCanvas } from "./surface.js";

const LARGEST_FONT = 13;
const SMALLEST_FONT = 9;
const EVERY_LABEL = 40; // tokens: up to here each one is labelled, if need be on a map that scrolls
const LABEL_LIMIT = 112; // longest label in pixels
const LARGEST_CELL = 150;
const MAP_EDGE = 6;

// Square cells, in whole pixels where they are large, with the largest labels they have room for.
export function mapLayout(context, data, theme, width, height) {
  for (let font = LARGEST_FONT; ; font--) {
    const layout = layoutWith(context, data, theme, { font, side: Math.min(width, height) });
    if (layout.cell > font || font === SMALLEST_FONT) return layout;
  }
}

function layoutWith(context, data, theme, { font, side }) {
  context.font = `${font}px ${theme.code}`;
  const widest = Math.max(...data.labels.map((_, i) => context.measureText(caption(data, i)).width));
  const label = Math.ceil(Math.min(widest, LABEL_LIMIT, side / 3)) + 12;
  const exact = Math.min((side - label - MAP_EDGE) / data.n, LARGEST_CELL);
  const least = data.n <= EVERY_LABEL ? SMALLEST_FONT : 0;
  const cell = Math.max(least, exact >= 16 ? Math.floor(exact) : exact);
  const size = cell * data.n;
  return { font, label, cell, size, width: label + size + MAP_EDGE, height: label + size + MAP_EDGE };
}

export function caption(data, index) {
  return `${data.labels[index]} ${index}`;
}

export function drawMap(canvas, data, theme, view) {
  const { label, cell, size, width, height } = view.map;
  const context = prepareCanvas(canvas, width, height, view.ratio);
  const image = view.weights
    ? cellImage(data.n, (i) => Math.round(position(view.weights[i] / 65535) * 255), theme.colours)
    : cellImage(data.thumbnailSide, (i) => Math.round(position(view.thumbnail[i] / 255) * 255), theme.colours);
  drawCells(context, image, label, label, size);
  context.strokeStyle = theme.border;
  context.lineWidth = 1;
  if (cell >= 9) drawLines(context, data.n, view.map);
  context.strokeRect(label - 0.5, label - 0.5, size + 1, size + 1);
  const every = Math.ceil(SMALLEST_FONT / cell);
  for (let i = 0; i < data.n; i += every) drawLabelPair(context, data, theme, view.map, i);
  drawCorner(context, data, theme, label);
}

function drawLines(context, n, { label, cell, size }) {
  context.globalAlpha = 0.45;
  context.beginPath();
  for (let i = 1; i < n; i++) {
    const at = label + i * cell + 0.5;
    context.moveTo(at, label);
    context.lineTo(at, label + size);
    context.moveTo(label, at);
    context.lineTo(label + size, at);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function drawLabelPair(context, data, theme, layout, index) {
  drawLabel(context, data, theme, { layout, index, column: false });
  drawLabel(context, data, theme, { layout, index, column: true });
}

// Which side looks and which is looked at, in the corner that no label uses.
function drawCorner(context, data, theme, label) {
  context.font = `11px ${theme.code}`;
  context.fillStyle = theme.special;
  context.textAlign = "right";
  context.textBaseline = "bottom";
  context.fillText(fitLabel(context, `${data.words.to} →`, label - 8), label - 8, label - 24);
  context.fillText(fitLabel(context, `${data.words.from} ↓`, label - 8), label - 8, label - 8);
}

function drawLabel(context, data, theme, { layout, index, column, strong = false }) {
  const middle = layout.label + (index + 0.5) * layout.cell;
  context.save();
  if (column) {
    context.translate(middle, layout.label - 5);
    context.rotate(-Math.PI / 2);
  } else {
    context.translate(layout.label - 5, middle);
  }
  context.font = `${strong ? "bold " : ""}${layout.font}px ${theme.code}`;
  context.textAlign = column ? "left" : "right";
  context.textBaseline = "middle";
  const number = ` ${index}`;
  const numberWidth = context.measureText(number).width;
  const word = fitLabel(context, data.labels[index], layout.label - 10 - numberWidth);
  const wordWidth = context.measureText(word).width;
  const wordColour = data.special[index] || data.unknown[index] ? theme.special : theme.text;
  const left = column ? 0 : -(wordWidth + numberWidth);
  if (strong) {
    context.fillStyle = theme.background;
    context.fillRect(left - 2, -layout.font / 2 - 1, wordWidth + numberWidth + 4, layout.font + 2);
  }
  context.textAlign = "left";
  context.fillStyle = strong ? theme.text : wordColour;
  context.fillText(word, left, 0.5);
  context.fillStyle = theme.special;
  context.fillText(number, left + wordWidth, 0.5);
  context.restore();
}

// Cross-hair and the two labels of the cell pointed at, on a canvas above the map.
export function drawMapCursor(canvas, data, theme, view) {
  const { label, cell, size, width, height } = view.map;
  const context = prepareCanvas(canvas, width, height);
  if (!view.cell) return;
  const { query, key } = view.cell;
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.8;
  context.strokeRect(label, label + query * cell, size, cell);
  context.strokeRect(label + key * cell, label, cell, size);
  context.globalAlpha = 1;
  context.lineWidth = 2.5;
  context.strokeRect(label + key * cell, label + query * cell, cell, cell);
  drawLabel(context, data, theme, { layout: view.map, index: query, column: false, strong: true });
  drawLabel(context, data, theme, { layout: view.map, index: key, column: true, strong: true });
}

export function cellAtPoint(layout, n, x, y) {
  const key = Math.floor((x - layout.label) / layout.cell);
  const query = Math.floor((y - layout.label) / layout.cell);
  return key >= 0 && key < n && query >= 0 && query < n ? { query, key } : null;
}
