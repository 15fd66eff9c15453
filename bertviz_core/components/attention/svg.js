// What is on screen as vectors, for slides and papers: its title, model and sentence, the picture, its scale.

import { lineLegend, linesBody } from "./svg_lines.js";
import { mapBody, mapLegend } from "./svg_map.js";
import { fitLabel } from "./surface.js";
import { svgFile, svgNode } from "./vector.js";
import { changesSaid, viewTitle } from "./words.js";

const PAGE_MARGIN = 24;
const TEXT_LINE = 22;
const SENTENCE_LINES = 3;
const LEGEND_HEIGHT = 26;
const LEAST_PAGE = 420; // pixels of width

export function viewSvg(view) {
  return view.settings.mode === "lines" ? linesSvg(view) : mapSvg(view);
}

export function mapSvg(view) {
  return page(view, mapBody, mapLegend);
}

export function linesSvg(view) {
  return page(view, linesBody, lineLegend);
}

// Files carry no fonts: labels are measured in the plain ones that every reader of the file has.
function page(view, drawBody, drawLegend) {
  const theme = { ...view.theme, code: "monospace", font: "sans-serif" };
  const context = document.createElement("canvas").getContext("2d");
  const plain = { ...view, theme };
  const body = drawBody(plain, context);
  const inner = Math.max(body.width, LEAST_PAGE);
  context.font = `15px ${theme.font}`;
  const said = wrapped(context, view.data.sentence, inner);
  const changes = changesSaid(view);
  if (changes) said.push(...wrapped(context, changes, inner));
  const top = PAGE_MARGIN + TEXT_LINE * (said.length + 1) + 12;
  const [width, height] = [inner + 2 * PAGE_MARGIN, top + body.height + LEGEND_HEIGHT + 2 * PAGE_MARGIN];
  context.font = `bold 17px ${theme.font}`;
  const title = fitLabel(context, `${viewTitle(view)} · ${view.data.model}`, inner);
  const line = (text, y, attributes) => svgNode("text", { x: PAGE_MARGIN, y, fill: theme.text, ...attributes }, text);
  const move = (node, y) => svgNode("g", { transform: `translate(${PAGE_MARGIN} ${y})` }, [node]);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return svgFile(
    svgNode("svg", { ...size, "font-family": theme.font, "font-size": 15 }, [
      svgNode("rect", { width, height, fill: theme.background }),
      line(title, PAGE_MARGIN + 14, { "font-size": 17, "font-weight": "bold" }),
      ...said.map((text, i) => line(text, PAGE_MARGIN + TEXT_LINE * (i + 1) + 18, {})),
      move(body.node, top),
      move(drawLegend(plain), top + body.height + PAGE_MARGIN),
    ]),
  );
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
