// The matrices of a step side by side, each with its name and the names of its rows.

import { numberCells } from "./cells.js";
import { colourMap } from "./colour_map.js";
import { element, symbols } from "./dom.js";
import { largest } from "./numbers.js";
import { LONGEST, numbersThatFit, sizes } from "./sizes.js";
import { THUMBNAILS, thumbnails } from "./thumbnails.js";

const LEAST_FOR_NAMES = 60; // pixels of a column; narrower ones have the position of their token
const LEAST_FOR_DIGITS = 16; // pixels of a row
const TIGHT = 58; // narrower cells of small vectors have smaller digits

export function picture(step, scene, { width, numbers }) {
  const tables = step.parts.filter((part) => part.values);
  const beside = step.parts.some((part) => part.thumbnails) ? THUMBNAILS : 0;
  const size = sizes(step, scene, { width: width - beside, numbers });
  const root = element("div", "parts");
  const matrices = [];
  step.parts.forEach((part, i) => {
    if (typeof part === "string") {
      root.append(element("span", "sign", part));
      return;
    }
    const own = i === step.parts.length - 1;
    const drawn = part.thumbnails ? thumbnails(part, scene) : matrix(part, scene, { size, tables, own, numbers });
    root.append(drawn.root);
    matrices.push(drawn);
  });
  return { root, matrices };
}

export function nameOf({ label }) {
  return label.map(({ text, sub = "" }) => text + sub).join("");
}

function matrix(part, scene, { size, tables, own, numbers }) {
  const { data } = scene;
  const [width, height] = [size.width(part), size.height(part)];
  const root = element("figure", `matrix${own ? " result" : ""}`);
  const caption = element("figcaption");
  caption.append(...symbols(part.label), element("span", "shape", shape(part, data)));
  const table = element("table", width < TIGHT ? "tight" : "");
  root.append(caption, table);
  const ofTokens = part.rows === data.tokens;
  const labelled = part.rows && (!ofTokens || size.labelled.includes(part));
  const named = tables.some(({ heads }) => heads);
  const body = table.createTBody();
  const rows = part.values.map((_, r) => {
    const row = body.insertRow();
    row.style.height = `${height}px`;
    if (labelled) row.append(rowHead(part, r, height));
    return row;
  });
  const most = part.share ? 1 : largest(part.values);
  const texts = height >= LEAST_FOR_DIGITS && numbersThatFit(part, data, width);
  const how = { body, rows, width, height, most, texts, focusable: own, name: `${nameOf(part)}, ${shape(part, data)}` };
  const asTable = numbers || texts || part.edit;
  const drawn = asTable ? numberCells(part, scene, how) : colourMap(part, scene, how);
  if (ofTokens && (part.heads || (named && !size.stacked))) {
    table.prepend(columnHeads(part, { labelled, width, joined: !asTable }));
  }
  return { root, part, ...drawn };
}

// Rows stay level with those of a matrix whose columns have names. A picture has its names in one cell.
function columnHeads(part, { labelled, width, joined }) {
  const head = document.createElement("thead");
  const row = head.insertRow();
  if (labelled) row.insertCell();
  const names = part.heads ?? [""];
  const made = names.map((name) => {
    const cell = element(joined ? "span" : part.heads ? "th" : "td", "", width >= LEAST_FOR_NAMES ? name : name.split(" ").at(-1));
    if (cell.matches("th")) cell.scope = "col";
    cell.style.width = cell.style.maxWidth = `${joined ? width + 1 : width}px`;
    cell.title = name;
    return cell;
  });
  const place = joined ? row.insertCell() : row;
  if (joined) place.className = "names";
  place.append(...made);
  return head;
}

function rowHead(part, r, height) {
  const name = part.rows[r];
  const head = element("th", part.ofToken === r ? "asked" : "", name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
  head.scope = "row";
  head.title = name;
  head.style.fontSize = `${Math.min(15, height)}px`;
  return head;
}

function shape(part, { words }) {
  const { values, columns } = part;
  const shown = values[0].length;
  if (!columns || columns.of === shown) return `${values.length} × ${shown}`;
  return `${values.length} × ${words.shown.replace("{shown}", shown).replace("{of}", columns.of)}`;
}
