// All heads of the model: one thumbnail a head, a row a layer.

import { thumbnailOf } from "./decode.js";
import { position } from "./scale.js";
import { cellImage, drawCells, prepareCanvas } from "./surface.js";

const GRID_MARGIN = 22; // room for the numbers of layers and heads
const GRID_GAP = 3;

export function gridLayout(data, width, height) {
  const step = Math.max(
    8,
    Math.min((width - GRID_MARGIN) / data.heads, (height - GRID_MARGIN) / data.layers, 64),
  );
  return {
    step,
    cell: step - GRID_GAP,
    width: Math.ceil(GRID_MARGIN + step * data.heads),
    height: Math.ceil(GRID_MARGIN + step * data.layers),
  };
}

export function drawGrid(canvas, data, theme, view) {
  const layout = view.grid;
  const context = prepareCanvas(canvas, layout.width, layout.height);
  const shades = Uint8Array.from({ length: 256 }, (_, i) => Math.round(position(i / 255) * 255));
  drawNumbers(context, data, theme, layout);
  for (let layer = 0; layer < data.layers; layer++) {
    for (let head = 0; head < data.heads; head++) {
      const values = thumbnailOf(data, layer, head);
      const image = cellImage(data.thumbnailSide, (i) => shades[values[i]], theme.colours);
      const [x, y] = cellCorner(layout, layer, head);
      drawCells(context, image, x, y, layout.cell);
      context.strokeStyle = theme.border;
      context.lineWidth = 1;
      context.strokeRect(x - 0.5, y - 0.5, layout.cell + 1, layout.cell + 1);
    }
  }
}

// The frame of the chosen head lies on a canvas of its own: moving it redraws no thumbnail.
export function drawGridFrame(canvas, theme, view) {
  const context = prepareCanvas(canvas, view.grid.width, view.grid.height);
  const frame = (spot, colour, lineWidth) => {
    const [x, y] = cellCorner(view.grid, spot.layer, spot.head);
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.strokeRect(x - 1.5, y - 1.5, view.grid.cell + 3, view.grid.cell + 3);
  };
  if (view.hoveredHead) frame(view.hoveredHead, theme.text, 1);
  if (view.showsMap) frame(view, theme.accent, 3);
}

export function headAtPoint(layout, data, x, y) {
  const head = Math.floor((x - GRID_MARGIN) / layout.step);
  const layer = Math.floor((y - GRID_MARGIN) / layout.step);
  const inside = head >= 0 && head < data.heads && layer >= 0 && layer < data.layers;
  return inside ? { layer, head } : null;
}

function cellCorner(layout, layer, head) {
  return [GRID_MARGIN + head * layout.step + 1, GRID_MARGIN + layer * layout.step + 1];
}

function drawNumbers(context, data, theme, layout) {
  context.font = `11px ${theme.code}`;
  context.fillStyle = theme.special;
  context.textBaseline = "middle";
  const every = Math.ceil(16 / layout.step);
  context.textAlign = "right";
  for (let layer = 0; layer < data.layers; layer += every) {
    context.fillText(String(layer + 1), GRID_MARGIN - 5, cellCorner(layout, layer, 0)[1] + layout.cell / 2);
  }
  context.textAlign = "center";
  for (let head = 0; head < data.heads; head += every) {
    context.fillText(String(head + 1), cellCorner(layout, 0, head)[0] + layout.cell / 2, GRID_MARGIN / 2);
  }
}
