// What is on screen as a table, CSV and JSON, made in the browser from the numbers it already has.

import { spotOf } from "./heads.js";
import { caption } from "./labels.js";
import { valueAt } from "./matrix.js";
import { decimal } from "./words.js";

const FULL_TABLE = 40; // rows or columns; beyond this the table lists the strongest pairs
const STRONGEST = 200;
const DECIMALS = 4;

export function fillTable(place, { matrix, data }) {
  const small = Math.max(matrix.rows.length, matrix.columns.length) <= FULL_TABLE;
  const rows = small ? matrixRows(data, matrix) : strongestRows(data, matrix);
  const table = document.createElement("table");
  rows.forEach((cells, r) => {
    const section = r === 0 ? table.createTHead() : table.tBodies[0] || table.createTBody();
    const row = section.insertRow();
    cells.forEach((text, c) => {
      const cell = document.createElement(r === 0 || c === 0 ? "th" : "td");
      cell.textContent = text;
      row.append(cell);
    });
  });
  place.replaceChildren(table);
}

function matrixRows(data, matrix) {
  const values = (r) => matrix.columns.map((_, c) => decimal(data, valueAt(matrix, r, c)));
  return [["", ...matrix.columns.map(caption)], ...matrix.rows.map((row, r) => [caption(row), ...values(r)])];
}

function strongestRows(data, { rows, columns, values }) {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[b] - values[a] || a - b);
  const pairs = Array.from(order.subarray(0, STRONGEST), (i) => [Math.floor(i / columns.length), i % columns.length, values[i]]);
  const { from, to, weight } = data.words;
  return [
    [from, to, weight],
    ...pairs.map(([r, c, value]) => [caption(rows[r]), caption(columns[c]), decimal(data, value)]),
  ];
}

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/;

// Positions and tokens as on screen: of a merged word "3–4" and the whole word.
export function matrixCsv({ matrix }) {
  // As all tables of the app (`disarmed`): an apostrophe keeps a table program from running a token as a formula,
  // and stands before one that would be read as such.
  const isRun = (text) => /^(?:\s*[=+\-@]|[\t\r\n])/.test(text) && text.length > 1 && !NUMBER.test(text);
  const safe = (text) => (isRun(text.replace(/^'+/, "")) ? `'${text}` : text);
  const quote = (text) => `"${safe(String(text)).replaceAll('"', '""')}"`;
  const name = (place) => `${place.number},${quote(place.label)}`;
  const lines = ["query_position,query_token,key_position,key_token,weight"];
  matrix.rows.forEach((row, r) =>
    matrix.columns.forEach((column, c) => {
      lines.push(`${name(row)},${name(column)},${valueAt(matrix, r, c).toFixed(DECIMALS)}`);
    }),
  );
  return `${lines.join("\r\n")}\r\n`;
}

// The whole state: what was read, what is shown of it and how, and the numbers; heads counted from 1.
export function stateJson(view) {
  const { data, matrix, settings, layer, head } = view;
  const heads = settings.combine === "one" ? [{ layer, head }] : [...view.chosen].map((index) => spotOf(data, index));
  const rounded = (value) => Number(value.toFixed(DECIMALS));
  const place = ({ label, number, special, unknown, sentence }) => ({ label, number, special, unknown, sentence });
  return JSON.stringify({
    model: data.model,
    text: data.text,
    pair: data.pair,
    tokens: data.tokens,
    segment_ids: data.segments,
    settings,
    layer: layer + 1,
    head: head + 1,
    heads: heads.map((spot) => ({ layer: spot.layer + 1, head: spot.head + 1 })),
    rows: matrix.rows.map(place),
    columns: matrix.columns.map(place),
    weights: matrix.rows.map((_, r) => matrix.columns.map((_, c) => rounded(valueAt(matrix, r, c)))),
    statistics: statisticsOf(data, layer * data.heads + head),
  });
}

// Numbers about the head of layer and head, by name.
function statisticsOf(data, index) {
  const named = Object.entries(data.statistics ?? {}).map(([name, statistic]) => [name, statistic.values[index]]);
  return Object.fromEntries(named);
}

export function save(content, type, name) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
