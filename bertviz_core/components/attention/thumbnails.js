// A small picture of every head: made here from its weights as they are shown, where all layers are here;
// those that came ready-made otherwise.

import { headMatrix, placesOf } from "./matrix.js";
import { position, scaledTo } from "./scale.js";
import { paintedImage } from "./surface.js";

const THUMBNAIL_SIDE = 64;

// A function from a head to its thumbnail { width, height, values, whole }; a value is a share of `whole`.
export function thumbnailsOf(data, settings) {
  if (data.thumbnails) return (spot) => readyMade(data, spot);
  const made = new Map();
  const [one, places] = [{ ...settings, combine: "one" }, placesOf(data, settings)];
  return ({ layer, head }) => {
    const index = layer * data.heads + head;
    if (!made.has(index)) made.set(index, pooled(headMatrix(data, one, [{ layer, head }], places)));
    return made.get(index);
  };
}

function readyMade({ thumbnails, thumbnailSide: side, heads }, { layer, head }) {
  const at = (layer * heads + head) * side ** 2;
  return { width: side, height: side, values: thumbnails.subarray(at, at + side ** 2), whole: 255 };
}

// The strongest weight of a block stands for it.
function pooled({ rows, columns, values }) {
  const block = Math.max(1, Math.ceil(Math.max(rows.length, columns.length) / THUMBNAIL_SIDE));
  const [height, width] = [rows, columns].map((places) => Math.max(1, Math.ceil(places.length / block)));
  if (block === 1) return { width, height, values, whole: 1 };
  const strongest = new Float32Array(width * height);
  for (let r = 0, at = 0; r < rows.length; r++) {
    for (let c = 0; c < columns.length; c++, at++) {
      const i = Math.floor(r / block) * width + Math.floor(c / block);
      if (values[at] > strongest[i]) strongest[i] = values[at];
    }
  }
  return { width, height, values: strongest, whole: 1 };
}

// Of `scratch`, if it is given, the next one may be made when this one is drawn.
export function thumbnailImage(thumbnail, theme, scratch) {
  const { width, height } = thumbnail;
  return paintedImage(width, height, (pixels) => paint(thumbnail, theme, pixels, 0, width), scratch);
}

// Thumbnails of one size on one image, so many in a row: an image each takes longer to make than to fill.
export function thumbnailSheet(thumbnails, across, theme) {
  const [{ width, height }] = thumbnails;
  const wide = width * across;
  return paintedImage(wide, height * Math.ceil(thumbnails.length / across), (pixels) =>
    thumbnails.forEach((thumbnail, place) => {
      const corner = Math.floor(place / across) * height * wide + (place % across) * width;
      paint(thumbnail, theme, pixels, corner, wide);
    }),
  );
}

// From the pixel `corner` of an image of so many `across`.
function paint({ width, height, values, whole }, theme, pixels, corner, across) {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > largest) largest = values[i];
  const [scaled, { colours }] = [scaledTo(theme, largest / whole), theme];
  for (let row = 0, i = 0; row < height; row++) {
    for (let at = corner + row * across, end = at + width; at < end; at++, i++) {
      const value = (values[i] || 0) / whole; // there may be none
      pixels[at] = colours[Math.round(Math.min(1, position(scaled, value)) * 255)];
    }
  }
}
