// A small picture of every head: made here from its weights as they are shown, where all layers are here;
// those that came ready-made otherwise.

import { headMatrix } from "./matrix.js";
import { position, scaledTo } from "./scale.js";
import { cellImage } from "./surface.js";

const THUMBNAIL_SIDE = 64;

// A function from a head to its thumbnail { width, height, valueAt(i) }, values from 0 to 1.
export function thumbnailsOf(data, settings) {
  if (data.thumbnails) return (spot) => readyMade(data, spot);
  const made = new Map();
  return ({ layer, head }) => {
    const index = layer * data.heads + head;
    if (!made.has(index)) made.set(index, pooled(headMatrix(data, { ...settings, combine: "one" }, [{ layer, head }])));
    return made.get(index);
  };
}

function readyMade({ thumbnails, thumbnailSide: side, heads }, { layer, head }) {
  const at = (layer * heads + head) * side ** 2;
  return { width: side, height: side, valueAt: (i) => thumbnails[at + i] / 255 };
}

// The strongest weight of a block stands for it.
function pooled({ rows, columns, values }) {
  const block = Math.max(1, Math.ceil(Math.max(rows.length, columns.length) / THUMBNAIL_SIDE));
  const [height, width] = [rows, columns].map((places) => Math.max(1, Math.ceil(places.length / block)));
  if (block === 1) return { width, height, valueAt: (i) => values[i] ?? 0 };
  const strongest = new Float32Array(width * height);
  for (let r = 0, at = 0; r < rows.length; r++) {
    for (let c = 0; c < columns.length; c++, at++) {
      const i = Math.floor(r / block) * width + Math.floor(c / block);
      if (values[at] > strongest[i]) strongest[i] = values[at];
    }
  }
  return { width, height, valueAt: (i) => strongest[i] };
}

// Of `scratch`, if it is given, the next one may be made when this one is drawn.
export function thumbnailImage(thumbnail, theme, scratch) {
  return cellImage(thumbnail.width, thumbnail.height, colourOf(thumbnail, theme), scratch);
}

// Thumbnails of one size on one image, so many in a row: an image each takes longer to make than to fill.
export function thumbnailSheet(thumbnails, across, theme) {
  const [{ width, height }] = thumbnails;
  const [wide, high] = [width * across, height * Math.ceil(thumbnails.length / across)];
  const colours = new Uint32Array(wide * high);
  thumbnails.forEach((thumbnail, place) => {
    const colour = colourOf(thumbnail, theme);
    const corner = Math.floor(place / across) * height * wide + (place % across) * width;
    for (let row = 0, i = 0; row < height; row++) {
      for (let column = 0; column < width; column++, i++) colours[corner + row * wide + column] = colour(i);
    }
  });
  return cellImage(wide, high, (i) => colours[i]);
}

function colourOf({ width, height, valueAt }, theme) {
  let largest = 0;
  for (let i = 0; i < width * height; i++) largest = Math.max(largest, valueAt(i));
  const scaled = scaledTo(theme, largest);
  return (i) => theme.colours[Math.round(Math.min(1, position(scaled, valueAt(i))) * 255)];
}
