// The map as a picture for a slide: large, opaque, with what it shows and its scale written on it.

import { drawRamp, RAMP_HEIGHT } from "./legend.js";
import { drawMap, mapLayout } from "./map.js";
import { fitLabel, prepareCanvas } from "./surface.js";
import { viewTitle } from "./words.js";
import { wholeMap } from "./zoom.js";

const LEAST_PIXELS = 1600;
const MARGIN = 24;
const LINE = 22;
const SENTENCE_LINES = 3;

export function mapPicture(view) {
  const { data, theme, matrix } = view;
  const most = Math.max(matrix.rows.length, matrix.columns.length);
  const side = Math.min(Math.max(most * 10 + 130, 760), 2200);
  const ratio = Math.max(1, LEAST_PIXELS / side);
  const cells = document.createElement("canvas");
  const map = mapLayout(cells.getContext("2d"), matrix, theme, side, side);
  drawMap(cells, { data, theme, matrix, image: view.image, map, zoom: wholeMap(), ratio });
  const ramp = document.createElement("canvas");
  drawRamp(ramp, data, theme, ratio);

  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  context.font = `15px ${theme.font}`;
  const lines = wrapped(context, data.sentence, side);
  const mapTop = MARGIN + LINE * (lines.length + 1) + 12;
  const width = side + 2 * MARGIN;
  const height = mapTop + map.height + RAMP_HEIGHT + 2 * MARGIN;
  prepareCanvas(picture, width, height, ratio);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, width, height);
  context.textBaseline = "top";
  context.fillStyle = theme.text;
  context.font = `bold 17px ${theme.font}`;
  context.fillText(`${viewTitle(view)} · ${data.model}`, MARGIN, MARGIN);
  context.font = `15px ${theme.font}`;
  lines.forEach((line, i) => context.fillText(line, MARGIN, MARGIN + LINE * (i + 1) + 4));
  const place = (canvas, top) =>
    context.drawImage(canvas, MARGIN, top, canvas.width / ratio, canvas.height / ratio);
  place(cells, mapTop);
  place(ramp, mapTop + map.height + MARGIN);
  return new Promise((resolve) => picture.toBlob(resolve, "image/png"));
}

// Lines no wider than the picture; the last one ends in "…" when the text goes on.
function wrapped(context, text, width) {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    const fits = context.measureText(longer).width <= width || !lines.at(-1);
    if (fits || lines.length === SENTENCE_LINES) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => fitLabel(context, line, width));
}
