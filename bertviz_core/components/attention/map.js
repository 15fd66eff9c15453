// One head: a cell for every pair of tokens, the same tokens down the left (from) and along the top (to).

import { position } from "./scale.js";
import { cellImage, drawCells, fitLabel, prepareCanvas } from "./surface.js";

const LABEL_SIZE = 12;
const LABEL_LIMIT = 112; // longest label in pixels
const LABEL_STEP = 13; // least distance between two labels
const MAP_EDGE = 6;

// Square cells, in whole pixels where they are large.
export function mapLayout(context, data, theme, width, height) {
  context.font = `${LABEL_SIZE}px ${theme.code}`;
  const widest = Math.max(...data.tokens.map((_, i) => context.measureText(caption(data, i)).width));
  const label = Math.ceil(Math.min(widest, LABEL_LIMIT, width / 3)) + 12;
  const room = Math.min(width, height) - label - MAP_EDGE;
  const exact = Math.min(room / data.n, 110);
  const cell = exact >= 8 ? Math.floor(exact) : exact;
  const size = cell * data.n;
  return { label, cell, size, width: label + size + MAP_EDGE, height: label + size + MAP_EDGE };
}

export function caption(data, index) {
  return `${data.labels[index]} ${index}`;
}

export function drawMap(canvas, data, theme, view) {
  const { label, cell, size, width, height } = view.map;
  const context = prepareCanvas(canvas, width, height);
  const image = view.weights
    ? cellImage(data.n, (i) => Math.round(position(view.weights[i] / 65535) * 255), theme.colours)
    : cellImage(data.thumbnailSide, (i) => Math.round(position(view.thumbnail[i] / 255) * 255), theme.colours);
  drawCells(context, image, label, label, size);
  context.strokeStyle = theme.border;
  context.lineWidth = 1;
  if (cell >= 9) drawLines(context, data.n, view.map);
  context.strokeRect(label - 0.5, label - 0.5, size + 1, size + 1);
  const every = Math.ceil(LABEL_STEP / cell);
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
  context.font = `${strong ? "bold " : ""}${LABEL_SIZE}px ${theme.code}`;
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
    context.fillRect(left - 2, -LABEL_STEP / 2, wordWidth + numberWidth + 4, LABEL_STEP);
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
