// The names of rows and columns around the map.

import { fitLabel } from "./surface.js";

export const LARGEST_FONT = 15;
export const SMALLEST_FONT = 9;
const LABEL_SPACING = 12; // pixels from a label to the next where not all have room

export function caption({ label, number }) {
  return `${label} ${number}`;
}

export function drawLabels(context, view) {
  const { map, zoom, matrix } = view;
  const every = map.cell * zoom.scale >= SMALLEST_FONT ? 1 : Math.ceil(LABEL_SPACING / (map.cell * zoom.scale));
  for (const [places, start, column] of [
    [matrix.rows, zoom.y, false],
    [matrix.columns, zoom.x, true],
  ]) {
    const end = Math.min(places.length, start + places.length / zoom.scale);
    const first = Math.ceil(Math.floor(start) / every) * every;
    for (let index = first; index < end; index += every) drawLabel(context, view, { index, column });
  }
}

// Which side looks and which is looked at, in the corner that no label uses.
export function drawCorner(context, { map: { label }, theme, data: { words } }) {
  context.font = `14px ${theme.code}`;
  context.fillStyle = theme.special;
  context.textAlign = "right";
  context.textBaseline = "bottom";
  context.fillText(fitLabel(context, `${words.to} →`, label - 8), label - 8, label - 24);
  context.fillText(fitLabel(context, `${words.from} ↓`, label - 8), label - 8, label - 8);
}

export function drawLabel(context, view, { index, column, strong = false }) {
  const { map, zoom, theme, matrix } = view;
  const place = (column ? matrix.columns : matrix.rows)[index];
  const step = map.cell * zoom.scale;
  const middle = map.label + (index + 0.5 - (column ? zoom.x : zoom.y)) * step;
  if (middle < map.label || middle > map.label + map.cell * (column ? map.columns : map.rows)) return;
  const font = Math.max(map.font, Math.min(LARGEST_FONT, Math.floor(step * 0.8)));
  context.save();
  if (column) {
    context.translate(middle, map.label - 5);
    context.rotate(-Math.PI / 2);
  } else {
    context.translate(map.label - 5, middle);
  }
  context.font = `${strong ? "bold " : ""}${font}px ${theme.code}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.globalAlpha = place.dimmed && !strong ? 0.6 : 1;
  const number = ` ${place.number}`;
  const numberWidth = context.measureText(number).width;
  const word = fitLabel(context, place.label, map.label - 10 - numberWidth);
  const wordWidth = context.measureText(word).width;
  const left = column ? 0 : -(wordWidth + numberWidth);
  if (strong) {
    context.fillStyle = theme.background;
    context.fillRect(left - 2, -font / 2 - 1, wordWidth + numberWidth + 4, font + 2);
  }
  context.fillStyle = !strong && (place.special || place.unknown) ? theme.special : theme.text;
  context.fillText(word, left, 0.5);
  context.fillStyle = theme.special;
  context.fillText(number, left + wordWidth, 0.5);
  context.restore();
}
