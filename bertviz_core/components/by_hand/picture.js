// The matrices of a step as tables of colour, with numbers where they have room.

import { cellColours, largest, written } from "./numbers.js";

const PICTURE = 340; // pixels of height that the rows share
const LABEL = 8.6; // pixels a letter of a token takes
const LONGEST = 11; // letters of a token that are shown beside a row
const NUMBER_WIDTH = 64;
const SQUARE = 46;
const DIGIT = 8.7; // pixels
const LEAST_FOR_NAMES = 60; // narrower columns have the position of their token
const TOY_ROW = 38;
const TIGHT = 58; // narrower cells of small vectors have smaller digits
const SIGN = 40;

export function picture(step, scene, { width, numbers }) {
  const tables = step.parts.filter((part) => part.values);
  const size = sizes(tables, scene, { width, numbers });
  const root = document.createElement("div");
  root.className = "parts";
  const matrices = step.parts.map((part, i) => {
    if (typeof part === "string") {
      const sign = element("span", "sign", part);
      root.append(sign);
      return null;
    }
    const drawn = part.thumbnails ? thumbnails(part, scene) : matrix(part, scene, { size, tables, own: i === step.parts.length - 1 });
    root.append(drawn.root);
    return drawn;
  });
  return { root, matrices: matrices.filter(Boolean) };
}

// How wide the cells of each matrix are: vectors share what squares, whose numbers matter most, leave them.
function sizes(tables, { data }, { width, numbers }) {
  const [first, last] = [tables[0], tables.at(-1)];
  const labels = Math.min(LONGEST, Math.max(...data.tokens.map((token) => token.length))) * LABEL + 12;
  const stacked = width < 640;
  const labelled = stacked ? tables : [first, last];
  const toy = data.kind === "toy";
  const room = width - (stacked ? labels : new Set(labelled).size * labels + (tables.length - 1) * SIGN) - 8;
  const squares = tables.filter((part) => part.heads);
  const most = toy ? NUMBER_WIDTH : SQUARE;
  const all = squares.length === tables.length;
  const square = fit(squares, (all ? room : room * 0.42) / (stacked ? squares.length : 1), most, stacked);
  const taken = stacked || all ? 0 : squares.reduce((sum, part) => sum + (square + 1) * columnsOf(part), 0);
  const vector = fit(tables.filter((part) => !part.heads), room - taken, toy ? NUMBER_WIDTH : SQUARE, stacked);
  const height = (count) => (toy ? TOY_ROW : Math.max(numbers ? 22 : 6, Math.min(30, Math.floor(PICTURE / count))));
  return {
    width: (part) => (numbers && !toy ? NUMBER_WIDTH : part.heads ? square : vector),
    height: (part) => (part.rows === data.tokens && !toy ? Math.max(16, height(part.values.length)) : height(part.values.length)),
    labelled,
    stacked,
  };
}

function fit(parts, room, most, stacked) {
  const counts = parts.map(columnsOf);
  const columns = stacked ? Math.max(1, ...counts) : counts.reduce((sum, count) => sum + count, 0) || 1;
  return Math.max(4, Math.min(most, Math.floor(room / columns) - 1));
}

const columnsOf = (part) => part.values[0].length;

function matrix(part, scene, { size, tables, own }) {
  const { data, theme } = scene;
  const root = element("figure", `matrix${own ? " result" : ""}`);
  const [width, height] = [size.width(part), size.height(part)];
  const caption = element("figcaption");
  caption.append(...symbols(part.label), element("span", "shape", shape(part, data)));
  root.append(caption);
  const frame = element("div", "frame");
  frame.tabIndex = -1;
  const table = element("table", width < TIGHT ? "tight" : "");
  const ofTokens = part.rows === data.tokens;
  const labelled = part.rows && (!ofTokens || size.labelled.includes(part));
  const texts = height >= 16 && numbersThatFit(part, data, width);
  const named = tables.some(({ heads }) => heads);
  if (ofTokens && (part.heads || (named && !size.stacked))) table.append(columnHeads(part, labelled, width));
  const most = part.share ? 1 : largest(part.values);
  const cells = part.values.map((values, r) => {
    const row = table.insertRow();
    row.style.height = `${height}px`;
    if (labelled) row.append(rowHead(part, r, height));
    return values.map((value, c) => {
      const cell = row.insertCell();
      cell.style.width = cell.style.minWidth = cell.style.maxWidth = `${width}px`;
      const colours = cellColours(theme, value, most);
      if (colours) Object.assign(cell.style, colours);
      else cell.classList.add("forbidden");
      if (part.edit) cell.append(editor(part, r, c, value, data));
      else if (texts) cell.textContent = texts[r][c];
      return cell;
    });
  });
  frame.append(table);
  root.append(frame);
  return { root, cells, part, table };
}

// All numbers of a matrix with as many digits as have room; null where the longest has none.
function numbersThatFit({ values }, data, width) {
  for (const places of data.kind === "toy" ? [2, 1] : [3, 2, 1]) {
    const texts = values.map((row) => row.map((value) => written(data, value, places)));
    if (Math.max(...texts.flat().map((text) => text.length)) * DIGIT + 3 <= width) return texts;
  }
  return null;
}

function columnHeads(part, labelled, width) {
  const head = document.createElement("thead");
  const row = head.insertRow();
  if (labelled) row.append(document.createElement("td"));
  // Rows stay level with those of a matrix whose columns have names.
  for (const name of part.heads ?? [""]) {
    const cell = element(part.heads ? "th" : "td", "", width >= LEAST_FOR_NAMES ? name : name.split(" ").at(-1));
    if (part.heads) cell.scope = "col";
    cell.style.maxWidth = `${width}px`;
    cell.title = name;
    row.append(cell);
  }
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

// Changes are told by the view, which listens to the whole picture.
function editor(part, r, c, value, { words }) {
  const field = document.createElement("input");
  Object.assign(field, { type: "number", step: 1, min: -99, max: 99, value, className: "edit" });
  Object.assign(field.dataset, { matrix: part.edit, row: r, column: c });
  field.setAttribute("aria-label", `${words.edit} ${part.label.map(({ text, sub = "" }) => text + sub).join("")} [${r}, ${c}]`);
  return field;
}

function shape(part, { words }) {
  const { values, columns } = part;
  const shown = values[0].length;
  if (!columns || columns.of === shown) return `${values.length} × ${shown}`;
  return `${values.length} × ${words.shown.replace("{shown}", shown).replace("{of}", columns.of)}`;
}

export function symbols(pieces) {
  return pieces.map(({ text, role, sub, power, strong }) => {
    const piece = element(power ? "sup" : strong ? "strong" : "span", role ? `role-${role}` : "", text);
    if (sub) piece.append(element("sub", "", sub));
    return piece;
  });
}

export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

const THUMBNAIL = 64;

function thumbnails({ thumbnails: heads, chosen }, { data, theme }) {
  const root = element("figure", "heads");
  const figures = heads.map((weights, number) => {
    const figure = element("div", number === chosen ? "head chosen" : "head");
    const canvas = document.createElement("canvas");
    const n = weights.length;
    canvas.width = canvas.height = n;
    canvas.style.width = canvas.style.height = `${THUMBNAIL}px`;
    const context = canvas.getContext("2d");
    weights.forEach((row, r) =>
      row.forEach((value, c) => {
        context.fillStyle = cellColours(theme, Math.sqrt(value), 1).background;
        context.fillRect(c, r, 1, 1);
      }),
    );
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", data.words.head.replace("{head}", number + 1));
    figure.append(canvas, element("span", "", String(number + 1)));
    root.append(figure);
    return figure;
  });
  return { root, cells: null, figures, part: { rows: null } };
}
