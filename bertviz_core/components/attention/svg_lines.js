// The line view as SVG, out of the same strokes, boxes and texts as on the canvas, with every token on it.

import { linesLayout } from "./lines.js";
import { isPaired, lineDrawing, lineStroke, sentenceColour } from "./line_marks.js";
import { svgNode } from "./vector.js";
import { decimal } from "./words.js";

const PAINTED_LINES = { width: 760, row: 20, height: 640 }; // pixels: up to 32 rows are 20 high
const SAMPLES = [0.05, 0.25, 0.5, 1]; // shares of the weight at the end of the scale

export function linesBody({ matrix, theme, data, cell }, context) {
  const room = { width: PAINTED_LINES.width, height: PAINTED_LINES.height };
  const layout = linesLayout(context, matrix, theme, room);
  const whole = { ...layout, height: layout.contentHeight };
  const { strokes, boxes, texts } = lineDrawing(matrix, theme, { layout: whole, cell, scroll: 0, data });
  const node = svgNode("g", { "font-family": theme.code }, [
    svgNode("g", { class: "lines" }, strokes.map(strokeNode)),
    ...boxes.map(({ colour, opacity, ...box }) => svgNode("rect", { ...box, fill: colour, opacity })),
    ...texts.map(textNode),
  ]);
  return { node, width: whole.width, height: whole.height };
}

function strokeNode({ x1, y1, x2, y2, width, opacity, colour }) {
  return svgNode("line", { x1, y1, x2, y2, stroke: colour, "stroke-width": width, "stroke-opacity": opacity });
}

function textNode({ x, y, size, bold, opacity, anchor, parts }) {
  const look = { x, y: y + size * 0.34, "font-size": size, opacity, "text-anchor": anchor };
  if (bold) look["font-weight"] = "bold";
  const spans = parts.map(({ text, colour }) => svgNode("tspan", { fill: colour }, text));
  return svgNode("text", { ...look, "xml:space": "preserve" }, spans);
}

// How strong a line is for some weights, and which colour looks from which sentence.
export function lineLegend({ matrix, theme, data }) {
  const nodes = SAMPLES.flatMap((share, i) => {
    const value = share * theme.most;
    const line = lineStroke(theme, value);
    const at = { x1: i * 80, y1: 10, x2: i * 80 + 30, y2: 10 };
    const number = svgNode("text", { x: i * 80 + 36, y: 14, fill: theme.special }, decimal(data, value, 0));
    return [strokeNode({ ...at, ...line, colour: sentenceColour(theme, 0) }), number];
  });
  const names = isPaired(matrix) ? [data.words.firstSentence, data.words.secondSentence] : [];
  names.forEach((name, sentence) => {
    const x = 340 + sentence * 190;
    nodes.push(svgNode("rect", { x, y: 5, width: 10, height: 10, fill: sentenceColour(theme, sentence) }));
    nodes.push(svgNode("text", { x: x + 16, y: 14, fill: theme.special }, name));
  });
  return svgNode("g", { "font-size": 11, "font-family": theme.font }, nodes);
}
