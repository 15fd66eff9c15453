// Sentences of the interface with their numbers and tokens filled in; always set as text, never as markup.

import { valueAt } from "./decode.js";

export function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

export function headTitle(data, { layer, head }) {
  return fill(data.words.title, { layer: layer + 1, head: head + 1 });
}

// What a cell says: its two tokens with their positions and the weight between them.
export function cellReading(data, weights, { query, key }) {
  const name = (index) => `${data.labels[index]} (${index})`;
  const value = weights ? valueAt(data, weights, query, key).toFixed(4) : "…";
  return `${name(query)} → ${name(key)}   ${value}`;
}
