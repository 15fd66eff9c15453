// The map as SVG: a square for every weight; of many, one embedded image under labels that stay text.

import { caption } from "./labels.js";
import { mapImage } from "./map.js";
import { cssColour, position } from "./scale.js";
import { fitLabel } from "./surface.js";
import { svgNode } from "./vector.js";
import { decimal } from "./words.js";

const VECTOR_CELLS = 10000; // beyond this the cells are an image
const NAMED_CELLS = 1600; // up to here each one says its tokens and its weight to who points at it
const PAINTED_MAP = { least: 700, most: 2100, cell: 12, largest: 60 }; // pixels
const PAINTED_LABEL = { font: 12, room: 130, least: 9 };
const PAINTED_DIMMED = 0.3; // opacity
const RAMP = { width: 190, height: 10, inset: 12, stops: 64 };
// Shares of the weight at the end of the scale.
const RAMP_TICKS = { sqrt: [0, 0.05, 0.25, 0.5, 1], linear: [0, 0.25, 0.5, 0.75, 1], relative: [0, 0.05, 0.25, 0.5, 1] };

export function mapBody(view, context) {
  const { theme, data } = view;
  const { matrix, cell: pointed } = shownPart(view);
  const layout = paintedLayout(context, matrix, theme);
  const { cell, label, width, height } = layout;
  const nodes = [
    matrix.values.length > VECTOR_CELLS ? cellsAsImage(matrix, theme, layout) : cellsAsVectors(matrix, theme, data, layout),
    svgNode("rect", { x: label, y: label, width, height, fill: "none", stroke: theme.border }),
    corner(theme, data, label),
    ...labels(context, matrix, theme, layout),
  ];
  if (pointed) {
    const at = { x: label + pointed.key * cell, y: label + pointed.query * cell, width: cell, height: cell };
    nodes.push(svgNode("rect", { ...at, fill: "none", stroke: theme.accent, "stroke-width": 2.5 }));
  }
  const node = svgNode("g", { "font-family": theme.code }, nodes);
  return { node, width: label + width + 2, height: label + height + 2 };
}

// The rows and columns that the zoom leaves on screen, and the cell that is kept there.
function shownPart({ matrix, zoom, cell, pinned }) {
  const { scale, x, y } = zoom ?? { scale: 1, x: 0, y: 0 };
  const range = (start, count) => [Math.floor(start), Math.min(count, Math.ceil(start + count / scale - 1e-6))];
  const [top, bottom] = range(y, matrix.rows.length);
  const [left, right] = range(x, matrix.columns.length);
  const kept = pinned && cell && cell.query !== null && cell.key !== null;
  const inside = kept && cell.query >= top && cell.query < bottom && cell.key >= left && cell.key < right;
  const values = new Float32Array((bottom - top) * (right - left));
  for (let r = top; r < bottom; r++) {
    const at = r * matrix.columns.length;
    values.set(matrix.values.subarray(at + left, at + right), (r - top) * (right - left));
  }
  return {
    matrix: { rows: matrix.rows.slice(top, bottom), columns: matrix.columns.slice(left, right), values },
    cell: inside ? { query: cell.query - top, key: cell.key - left } : null,
  };
}

function paintedLayout(context, { rows, columns }, theme) {
  context.font = `${PAINTED_LABEL.font}px ${theme.code}`;
  const widest = [...rows, ...columns].reduce((most, one) => Math.max(most, context.measureText(caption(one)).width), 0);
  const label = Math.ceil(Math.min(widest, PAINTED_LABEL.room)) + 12;
  const count = Math.max(rows.length, columns.length, 1);
  const side = Math.min(Math.max(count * PAINTED_MAP.cell, PAINTED_MAP.least), PAINTED_MAP.most);
  const cell = Math.min(side / count, PAINTED_MAP.largest);
  return { label, cell, width: cell * columns.length, height: cell * rows.length };
}

function cellsAsVectors({ rows, columns, values }, theme, data, { label, cell }) {
  const named = values.length <= NAMED_CELLS;
  const nodes = [];
  rows.forEach((row, r) =>
    columns.forEach((column, c) => {
      const value = values[r * columns.length + c];
      const spot = { x: label + c * cell, y: label + r * cell, width: cell, height: cell };
      const fill = { fill: cssColour(theme, Math.min(theme.most, value)), stroke: theme.border, "stroke-opacity": 0.45 };
      if (row.dimmed || column.dimmed) fill["fill-opacity"] = PAINTED_DIMMED;
      const says = `${caption(row)} → ${caption(column)}: ${decimal(data, value)}`;
      nodes.push(svgNode("rect", { ...spot, ...fill }, named ? [svgNode("title", {}, says)] : []));
    }),
  );
  return svgNode("g", { class: "cells", "shape-rendering": "crispEdges" }, nodes);
}

function cellsAsImage(matrix, theme, { label, width, height }) {
  const href = mapImage(matrix, theme).toDataURL("image/png");
  const place = { x: label, y: label, width, height, preserveAspectRatio: "none" };
  return svgNode("image", { ...place, style: "image-rendering: pixelated", href });
}

function labels(context, { rows, columns }, theme, layout) {
  const every = Math.ceil(PAINTED_LABEL.least / layout.cell);
  const font = Math.max(PAINTED_LABEL.least, Math.min(PAINTED_LABEL.font, Math.floor(layout.cell)));
  context.font = `${font}px ${theme.code}`;
  const spans = (place) => {
    const room = layout.label - 10 - context.measureText(` ${place.number}`).width;
    const colour = place.special || place.unknown ? theme.special : theme.text;
    return [
      svgNode("tspan", { fill: colour }, fitLabel(context, place.label, room)),
      svgNode("tspan", { fill: theme.special }, ` ${place.number}`),
    ];
  };
  const written = (place, i, anchor, transform) => {
    const look = { "font-size": font, "text-anchor": anchor, "xml:space": "preserve", opacity: place.dimmed ? 0.6 : 1 };
    return i % every ? [] : [svgNode("text", { ...look, transform }, spans(place))];
  };
  const at = (i) => layout.label + (i + 0.5) * layout.cell + font * 0.34;
  return [
    ...rows.flatMap((place, i) => written(place, i, "end", `translate(${layout.label - 5} ${at(i)})`)),
    ...columns.flatMap((place, i) => written(place, i, "start", `translate(${at(i)} ${layout.label - 5}) rotate(-90)`)),
  ];
}

// Which side looks and which is looked at, in the corner that no label uses.
function corner(theme, { words }, label) {
  const line = (text, y) => svgNode("text", { x: label - 8, y, "text-anchor": "end", fill: theme.special }, text);
  return svgNode("g", { "font-size": 11 }, [line(`${words.to} →`, label - 26), line(`${words.from} ↓`, label - 10)]);
}

export function mapLegend({ theme, data }) {
  const { width, height, inset, stops } = RAMP;
  const colours = Array.from({ length: stops + 1 }, (_, i) => {
    const share = i / stops;
    const value = theme.scale === "linear" ? share : share ** 2 * theme.most;
    return svgNode("stop", { offset: share, "stop-color": cssColour(theme, value) });
  });
  const ticks = RAMP_TICKS[theme.scale].map((tick) => {
    const value = tick * theme.most;
    const place = { x: inset + position(theme, value) * width, y: 23, "text-anchor": "middle", fill: theme.special };
    return svgNode("text", place, decimal(data, value, 0));
  });
  const bar = { x: inset, y: 0.5, width, height, fill: "url(#ramp)", stroke: theme.border };
  const gradient = svgNode("defs", {}, [svgNode("linearGradient", { id: "ramp" }, colours)]);
  return svgNode("g", { "font-size": 10, "font-family": theme.code }, [gradient, svgNode("rect", bar), ...ticks]);
}
