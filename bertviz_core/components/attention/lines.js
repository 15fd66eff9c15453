// The line view: the tokens that look on the left, the tokens looked at on the right, a line for every weight.

import { lineDrawing } from "./line_marks.js";
import { fitLabel, prepareCanvas } from "./surface.js";

const LARGEST_ROW = 30;
const LEAST_ROW = 15;
const HEADING = 24; // the line that says which side looks
const WIDEST = 760;
const LABEL_SHARE = 0.3; // of the width, at most, for the labels of one side
const ANCHORS = { start: 0, middle: 0.5, end: 1 };
const TOUCH = 14; // pixels beside a label that still belong to it

// Rows shrink until all fit; what does not fit scrolls, so that the canvas never outgrows the window.
export function linesLayout(context, matrix, theme, { width, height }) {
  const count = Math.max(matrix.rows.length, matrix.columns.length, 1);
  const rowHeight = Math.max(LEAST_ROW, Math.min(LARGEST_ROW, Math.floor((height - HEADING) / count)));
  const font = Math.min(15, rowHeight - 3);
  context.font = `${font}px ${theme.code}`;
  const whole = Math.floor(Math.min(width, WIDEST));
  const value = Math.ceil(context.measureText("0.0000").width) + 10;
  const room = (whole - 2 * value) * LABEL_SHARE;
  const rows = fitPlaces(context, matrix.rows, room);
  const columns = fitPlaces(context, matrix.columns, room);
  const contentHeight = HEADING + rowHeight * count;
  return {
    font,
    rowHeight,
    top: HEADING,
    rowLabels: rows.labels,
    columnLabels: columns.labels,
    left: value + rows.width + 12,
    right: whole - value - columns.width - 12,
    width: whole,
    height: Math.min(Math.floor(height), contentHeight),
    contentHeight,
  };
}

function fitPlaces(context, places, room) {
  const number = (place) => context.measureText(` ${place.number}`).width;
  const labels = places.map((place) => fitLabel(context, place.label, room - number(place)));
  const widths = places.map((place, i) => context.measureText(labels[i]).width + number(place));
  return { labels, width: Math.ceil(widths.reduce((widest, one) => Math.max(widest, one), 0)) };
}

// `cell` names the token pointed at: { query } shows its row only, { key } its column, both a single line.
export function drawLineView(canvas, matrix, theme, options) {
  const { layout, ratio } = options;
  const context = prepareCanvas(canvas, layout.width, layout.height, ratio);
  const { strokes, boxes, texts } = lineDrawing(matrix, theme, options);
  context.save();
  context.beginPath();
  context.rect(0, layout.top, layout.width, layout.height - layout.top);
  context.clip();
  strokes.forEach((stroke) => paintStroke(context, stroke));
  boxes.forEach((box) => paintBox(context, box));
  texts.forEach((text) => text.fixed || paintText(context, theme, text));
  context.restore();
  texts.forEach((text) => text.fixed && paintText(context, theme, text));
}

function paintStroke(context, { x1, y1, x2, y2, width, opacity, colour }) {
  context.globalAlpha = opacity;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function paintBox(context, { x, y, width, height, opacity, colour }) {
  context.globalAlpha = opacity;
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

function paintText(context, theme, { x, y, size, bold, opacity, anchor, parts }) {
  context.globalAlpha = opacity;
  context.font = `${bold ? "bold " : ""}${size}px ${theme.code}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  const widths = parts.map(({ text }) => context.measureText(text).width);
  let at = x - ANCHORS[anchor] * widths.reduce((sum, width) => sum + width, 0);
  parts.forEach(({ text, colour }, i) => {
    context.fillStyle = colour;
    context.fillText(text, at, y + 0.5);
    at += widths[i];
  });
}

// The token under a point of the canvas; what lies between the two columns belongs to nobody.
export function placeAtPoint(layout, matrix, x, y, scroll = 0) {
  const index = Math.floor((y + scroll - layout.top) / layout.rowHeight);
  if (y < layout.top || index < 0 || x < 0 || x > layout.width) return null;
  if (x <= layout.left + TOUCH) return index < matrix.rows.length ? { query: index } : null;
  if (x >= layout.right - TOUCH) return index < matrix.columns.length ? { key: index } : null;
  return null;
}
