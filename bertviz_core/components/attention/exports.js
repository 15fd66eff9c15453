// What is on screen as a table, CSV and JSON, made in the browser from the numbers it already has.

import { caption } from "./labels.js";
import { valueAt } from "./matrix.js";
import { decimal } from "./words.js";

const FULL_TABLE = 40; // places; beyond this the table lists the strongest pairs
const STRONGEST = 200;

export function fillTable(place, { data, matrix }) {
  const full = Math.max(matrix.rows.length, matrix.columns.length) <= FULL_TABLE;
  const rows = full ? matrixRows(data, matrix) : strongestRows(data, matrix);
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
  const { rows, columns } = matrix;
  const values = (query) => columns.map((_, key) => decimal(data, valueAt(matrix, query, key)));
  return [["", ...columns.map(caption)], ...rows.map((place, query) => [caption(place), ...values(query)])];
}

function strongestRows(data, { rows, columns, values }) {
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[b] - values[a]);
  const width = columns.length;
  const { from, to, weight } = data.words;
  const pairs = Array.from(order.subarray(0, STRONGEST), (i) => [
    caption(rows[Math.floor(i / width)]),
    caption(columns[i % width]),
    decimal(data, values[i]),
  ]);
  return [[from, to, weight], ...pairs];
}

export function matrixCsv({ matrix }) {
  const { rows, columns } = matrix;
  const quote = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const lines = ["query_position,query_token,key_position,key_token,weight"];
  rows.forEach((row, query) => {
    columns.forEach((column, key) => {
      const value = valueAt(matrix, query, key).toFixed(4);
      lines.push([row.number, quote(row.label), column.number, quote(column.label), value].join(","));
    });
  });
  return `${lines.join("\r\n")}\r\n`;
}

export function stateJson({ data, matrix, layer, head }) {
  const { model, tokens, segments } = data;
  const width = matrix.columns.length;
  const rows = matrix.rows.map((_, r) =>
    Array.from(matrix.values.subarray(r * width, (r + 1) * width), (value) => Number(value.toFixed(4))),
  );
  return JSON.stringify({ model, tokens, segment_ids: segments, layer: layer + 1, head: head + 1, weights: rows });
}
export function save(content, type, name) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
