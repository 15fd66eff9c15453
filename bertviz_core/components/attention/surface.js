// A canvas sized in CSS pixels and drawn in device pixels, and pictures made of square cells.

export function prepareCanvas(canvas, width, height, ratio = window.devicePixelRatio || 1) {
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

// An image of a pixel a cell; `colour(i)` gives the packed colour of cell i.
export function cellImage(width, height, colour) {
  return paintedImage(width, height, (pixels) => {
    for (let i = 0; i < pixels.length; i++) pixels[i] = colour(i);
  });
}

// An image whose packed colours `paint(pixels)` writes.
export function paintedImage(width, height, paint, image = document.createElement("canvas")) {
  if (image.width !== width) image.width = width;
  if (image.height !== height) image.height = height;
  const context = image.getContext("2d");
  const pixels = context.createImageData(width, height);
  paint(new Uint32Array(pixels.data.buffer));
  context.putImageData(pixels, 0, 0);
  return image;
}

// Cells stay sharp when enlarged and are averaged when there are more of them than pixels.
export function drawCells(context, image, x, y, width, height = width) {
  context.imageSmoothingEnabled = isAveraged(image.width, width);
  context.drawImage(image, x, y, width, height);
}

// Tells whether so many cells are averaged in so many CSS pixels.
export function isAveraged(cells, pixels) {
  return cells > pixels * (window.devicePixelRatio || 1);
}

// A part [x, y, width, height] of an image, drawn the same way into a square.
export function drawCellsOf(context, image, part, x, y, side) {
  context.imageSmoothingEnabled = isAveraged(part[2], side);
  context.drawImage(image, ...part, x, y, side, side);
}

const LONGEST_LABEL = 400; // letters: more never fit, and measuring thousands takes long

// Shorten a label to a width in pixels; the context's font must be set.
export function fitLabel(context, label, width) {
  const letters = [...label].slice(0, LONGEST_LABEL);
  if (letters.length < LONGEST_LABEL && context.measureText(label).width <= width) return label;
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}
