// All heads of the model, a thumbnail each: a row a layer, or by falling value of a statistic.

import { spotOf } from "./heads.js";
import { drawCells, drawCellsOf, isAveraged, prepareCanvas } from "./surface.js";
import { thumbnailImage, thumbnailSheet } from "./thumbnails.js";

const GRID_MARGIN = 22; // room for the numbers of layers and heads
const GRID_GAP = 3;
const NAMED_CELL = 46; // pixels: from here a thumbnail out of its row has room for its name

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

export function drawGrid(canvas, { data, theme, grid, order, byLayer, thumbnail }) {
  const context = prepareCanvas(canvas, grid.width, grid.height);
  if (byLayer) drawNumbers(context, data, theme, grid);
  const thumbnails = order.map((index) => thumbnail(spotOf(data, index)));
  const [{ width, height }] = thumbnails;
  const [averaged, scratch] = [isAveraged(width, grid.cell), document.createElement("canvas")];
  const sheet = averaged ? null : thumbnailSheet(thumbnails, data.heads, theme);
  order.forEach((index, place) => {
    const spot = spotOf(data, index);
    const [x, y] = cellCorner(data, grid, place);
    const [row, column] = [Math.floor(place / data.heads), place % data.heads];
    // Averaged cells of one sheet would mix with those of the neighbours.
    if (averaged) drawCells(context, thumbnailImage(thumbnails[place], theme, scratch), x, y, grid.cell);
    else drawCellsOf(context, sheet, [column * width, row * height, width, height], x, y, grid.cell);
    context.strokeStyle = theme.border;
    context.lineWidth = 1;
    context.strokeRect(x - 0.5, y - 0.5, grid.cell + 1, grid.cell + 1);
    if (!byLayer && grid.cell >= NAMED_CELL) drawName(context, theme, spot, [x, y]);
  });
}

function drawName(context, theme, { layer, head }, [x, y]) {
  const name = `${layer + 1}.${head + 1}`;
  context.font = `14px ${theme.code}`;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillStyle = theme.background;
  context.globalAlpha = 0.8;
  context.fillRect(x, y, context.measureText(name).width + 2, 15);
  context.globalAlpha = 1;
  context.fillStyle = theme.text;
  context.fillText(name, x + 1, y + 1);
}

// The frames of the chosen heads lie on a canvas of their own: moving them redraws no thumbnail.
export function drawGridFrames(canvas, { data, theme, grid, order, chosen, index: current, hoveredHead }) {
  const context = prepareCanvas(canvas, grid.width, grid.height);
  const frame = (place, colour, lineWidth) => {
    const [x, y] = cellCorner(data, grid, place);
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.strokeRect(x - 1.5, y - 1.5, grid.cell + 3, grid.cell + 3);
  };
  order.forEach((index, place) => {
    if (chosen.has(index)) frame(place, theme.accent, 3);
    else if (index === hoveredHead || index === current) frame(place, theme.text, 1);
  });
}

// What lies under a point: { index } of a head, or { layer } or { head } of a number at the edge.
export function headAtPoint({ data, grid, order, byLayer }, x, y) {
  const column = Math.floor((x - GRID_MARGIN) / grid.step);
  const row = Math.floor((y - GRID_MARGIN) / grid.step);
  const [inColumns, inRows] = [column >= 0 && column < data.heads, row >= 0 && row < data.layers];
  if (inColumns && inRows) return { index: order[row * data.heads + column] };
  if (byLayer && inRows && column < 0) return { layer: row };
  if (byLayer && inColumns && row < 0) return { head: column };
  return null;
}

function cellCorner(data, grid, place) {
  const [row, column] = [Math.floor(place / data.heads), place % data.heads];
  return [GRID_MARGIN + column * grid.step + 1, GRID_MARGIN + row * grid.step + 1];
}

function drawNumbers(context, data, theme, grid) {
  context.font = `14px ${theme.code}`;
  context.fillStyle = theme.special;
  context.textBaseline = "middle";
  const every = Math.ceil(18 / grid.step);
  context.textAlign = "right";
  for (let layer = 0; layer < data.layers; layer += every) {
    const y = cellCorner(data, grid, layer * data.heads)[1];
    context.fillText(String(layer + 1), GRID_MARGIN - 5, y + grid.cell / 2);
  }
  context.textAlign = "center";
  for (let head = 0; head < data.heads; head += every) {
    context.fillText(String(head + 1), cellCorner(data, grid, head)[0] + grid.cell / 2, GRID_MARGIN / 2);
  }
}
