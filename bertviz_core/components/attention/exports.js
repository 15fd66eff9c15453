// The head on screen as a table, CSV and JSON, made in the browser from the numbers it already has.

import { valueAt } from "./decode.js";
import { caption } from "./map.js";
import { decimal } from "./words.js";

const FULL_TABLE = 40; // tokens; beyond this the table lists the strongest pairs
const STRONGEST = 200;

export function fillTable(place, data, weights) {
  const rows = data.n <= FULL_TABLE ? matrixRows(data, weights) : strongestRows(data, weights);
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

function matrixRows(data, weights) {
  const names = data.labels.map((_, i) => caption(data, i));
  const values = (query) => names.map((_, key) => decimal(data, valueAt(data, weights, query, key)));
  return [["", ...names], ...names.map((name, query) => [name, ...values(query)])];
}

function strongestRows(data, weights) {
  const order = Uint32Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]);
  const pairs = Array.from(order.subarray(0, STRONGEST), (i) => [Math.floor(i / data.n), i % data.n]);
  const { from, to, weight } = data.words;
  return [
    [from, to, weight],
    ...pairs.map(([q, k]) => [caption(data, q), caption(data, k), decimal(data, valueAt(data, weights, q, k))]),
  ];
}

export function headCsv(data, weights) {
  const quote = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const lines = ["query_position,query_token,key_position,key_token,weight"];
  for (let q = 0; q < data.n; q++) {
    for (let k = 0; k < data.n; k++) {
      const value = valueAt(data, weights, q, k).toFixed(5);
      lines.push([q, quote(data.tokens[q]), k, quote(data.tokens[k]), value].join(","));
    }
  }
  return `${lines.join("\r\n")}\r\n`;
}

export function headJson(data, { weights, layer, head }) {
  const rows = Array.from({ length: data.n }, (_, q) =>
    Array.from({ length: data.n }, (_, k) => Number(valueAt(data, weights, q, k).toFixed(5))),
  );
  const { model, tokens, segments } = data;
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
