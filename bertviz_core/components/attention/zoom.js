// Which part of the map is on screen: `scale` times enlarged, from column x and row y on.

const LARGEST_ZOOMED_CELL = 48; // pixels
const LABELLED_CELL = 12; // pixels: a map with smaller cells gains from a closer look

export function wholeMap() {
  return { scale: 1, x: 0, y: 0 };
}

// As the address names it: how much enlarged, from which column and row on.
export function writeZoom({ scale, x, y }) {
  return scale === 1 ? "" : [scale, x, y].map((number) => Number(number.toFixed(2))).join(",");
}

export function readZoom(text) {
  const [scale, x, y] = text.split(",").map(Number);
  return scale >= 1 && x >= 0 && y >= 0 ? { scale, x, y } : wholeMap();
}

export function isWorthZooming(layout) {
  return layout.cell < LABELLED_CELL;
}

// Enlarge around a point of the canvas, which stays where it is.
export function zoomAt(layout, zoom, factor, [x, y]) {
  const scale = Math.min(Math.max(zoom.scale * factor, 1), Math.max(1, LARGEST_ZOOMED_CELL / layout.cell));
  const shift = 1 / (layout.cell * zoom.scale) - 1 / (layout.cell * scale);
  return within(layout, {
    scale,
    x: zoom.x + (x - layout.label) * shift,
    y: zoom.y + (y - layout.label) * shift,
  });
}

export function panBy(layout, zoom, [dx, dy]) {
  const step = layout.cell * zoom.scale;
  return within(layout, { ...zoom, x: zoom.x - dx / step, y: zoom.y - dy / step });
}

// Move just as far as it takes to have a cell on screen.
export function reveal(layout, zoom, { query, key }) {
  const nearest = (start, at, count) => Math.min(Math.max(start, at + 1 - count / zoom.scale), at);
  return within(layout, {
    ...zoom,
    x: nearest(zoom.x, key, layout.columns),
    y: nearest(zoom.y, query, layout.rows),
  });
}

// The same part of the map as far as the map has it.
export function within(layout, { scale: asked, x, y }) {
  const scale = Math.min(Math.max(asked, 1), Math.max(1, LARGEST_ZOOMED_CELL / layout.cell));
  const clamp = (value, count) => Math.min(Math.max(value, 0), count - count / scale);
  return { scale, x: clamp(x, layout.columns), y: clamp(y, layout.rows) };
}
