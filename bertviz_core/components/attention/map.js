// The weights as a map: a row for every place that looks, a column for every place looked at.

import { caption, drawCorner, drawLabel, drawLabels, LARGEST_FONT, SMALLEST_FONT } from "./labels.js";
import { position } from "./scale.js";
import { cellImage, prepareCanvas } from "./surface.js";

const EVERY_LABEL = 40; // places: up to here each one is labelled, if need be on a map that scrolls
const LABEL_LIMIT = 126; // longest label in pixels
const ZOOMED_FONT = 14; // labels of a larger map have room for when it is enlarged
const LARGEST_CELL = 150;
const MAP_EDGE = 6;
const DIMMED = 0.3; // opacity

// Square cells, in whole pixels where they are large, with the largest labels they have room for.
export function mapLayout(context, matrix, theme, width, height) {
  for (let font = LARGEST_FONT; ; font--) {
    const layout = layoutWith(context, matrix, theme, { font, side: Math.min(width, height) });
    if (layout.cell > font || font === SMALLEST_FONT) return layout;
  }
}

function layoutWith(context, { rows, columns }, theme, { font, side }) {
  context.font = `${Math.max(font, rows.length > EVERY_LABEL ? ZOOMED_FONT : 0)}px ${theme.code}`;
  const widest = [...rows, ...columns].map((place) => context.measureText(caption(place)).width);
  const label = Math.ceil(Math.min(Math.max(0, ...widest), LABEL_LIMIT, side / 3)) + 12;
  const most = Math.max(rows.length, columns.length, 1);
  const exact = Math.min((side - label - MAP_EDGE) / most, LARGEST_CELL);
  const least = most <= EVERY_LABEL ? SMALLEST_FONT : 0;
  const cell = Math.max(least, exact >= 16 ? Math.floor(exact) : exact);
  const [width, height] = [columns, rows].map((places) => label + cell * places.length + MAP_EDGE);
  return { font, label, cell, rows: rows.length, columns: columns.length, width, height };
}

// One pixel a cell; drawing enlarges it.
export function mapImage({ rows, columns, values }, theme) {
  const width = columns.length;
  const opaque = (0xff << 24) >>> 0;
  const faint = (Math.round(DIMMED * 255) << 24) >>> 0;
  const dimmedRows = rows.map((place) => place.dimmed);
  const dimmedColumns = columns.map((place) => place.dimmed);
  return cellImage(Math.max(1, width), Math.max(1, rows.length), (i) => {
    const colour = theme.colours[Math.round(Math.min(1, position(theme, values[i] ?? 0)) * 255)];
    const dimmed = dimmedRows[Math.floor(i / width)] || dimmedColumns[i % width];
    return ((colour & 0xffffff) | (dimmed ? faint : opaque)) >>> 0;
  });
}

// `view`: matrix, theme, map (the layout), zoom, image, data with the words of the interface, ratio.
export function drawMap(canvas, view) {
  const { map, zoom, theme, image } = view;
  const context = prepareCanvas(canvas, map.width, map.height, view.ratio);
  const frame = areaOf(map);
  context.save();
  context.beginPath();
  context.rect(...frame);
  context.clip();
  drawImagePart(context, image, map, zoom);
  context.strokeStyle = theme.border;
  context.lineWidth = 1;
  if (map.cell * zoom.scale >= SMALLEST_FONT) drawLines(context, map, zoom);
  context.restore();
  context.strokeStyle = theme.border;
  context.lineWidth = 1;
  context.strokeRect(frame[0] - 0.5, frame[1] - 0.5, frame[2] + 1, frame[3] + 1);
  drawLabels(context, view);
  drawCorner(context, view);
}

function areaOf({ label, cell, rows, columns }) {
  return [label, label, cell * columns, cell * rows];
}

// The image may be coarser than the cells, while the weights are on their way.
function drawImagePart(context, image, { label, cell, rows, columns }, { scale, x, y }) {
  const step = cell * scale;
  const [width, height] = [step * columns, step * rows];
  context.imageSmoothingEnabled = image.width > width * (window.devicePixelRatio || 1);
  context.drawImage(image, label - x * step, label - y * step, width, height);
}

function drawLines(context, { label, cell, rows, columns }, { scale, x, y }) {
  const step = cell * scale;
  const [right, bottom] = [label + cell * columns, label + cell * rows];
  context.globalAlpha = 0.45;
  context.beginPath();
  for (let at = label + (Math.ceil(x) - x) * step + 0.5; at < right; at += step) {
    context.moveTo(at, label);
    context.lineTo(at, bottom);
  }
  for (let at = label + (Math.ceil(y) - y) * step + 0.5; at < bottom; at += step) {
    context.moveTo(label, at);
    context.lineTo(right, at);
  }
  context.stroke();
  context.globalAlpha = 1;
}

// Cross-hair and the two labels of the cell pointed at, on a canvas above the map.
export function drawMapCursor(canvas, view) {
  const { map, zoom, theme, cell: pointed } = view;
  const context = prepareCanvas(canvas, map.width, map.height);
  if (!pointed) return;
  const [left, top, width, height] = areaOf(map);
  const step = map.cell * zoom.scale;
  const x = left + (pointed.key - zoom.x) * step;
  const y = top + (pointed.query - zoom.y) * step;
  context.save();
  context.beginPath();
  context.rect(left - 2, top - 2, width + 4, height + 4);
  context.clip();
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.8;
  context.strokeRect(left, y, width, step);
  context.strokeRect(x, top, step, height);
  context.globalAlpha = 1;
  context.lineWidth = 2.5;
  context.strokeRect(x, y, step, step);
  context.restore();
  drawLabel(context, view, { index: pointed.query, column: false, strong: true });
  drawLabel(context, view, { index: pointed.key, column: true, strong: true });
}

export function cellAtPoint(map, zoom, x, y) {
  const step = map.cell * zoom.scale;
  const inside = (at, count) => at >= map.label && at < map.label + map.cell * count;
  if (!inside(x, map.columns) || !inside(y, map.rows)) return null;
  const key = Math.min(map.columns - 1, Math.floor((x - map.label) / step + zoom.x));
  const query = Math.min(map.rows - 1, Math.floor((y - map.label) / step + zoom.y));
  return { query, key };
}

// Where on the canvas the lower right corner of a cell is.
export function cornerOf({ label, cell }, zoom, { query, key }) {
  const step = cell * zoom.scale;
  return [label + (key + 1 - zoom.x) * step, label + (query + 1 - zoom.y) * step];
}
