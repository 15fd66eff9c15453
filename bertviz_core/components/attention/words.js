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
  const value = weights ? decimal(data, valueAt(data, weights, query, key)) : "…";
  return `${name(query)} → ${name(key)}   ${value}`;
}

const formats = new Map(); // making one costs far more than using it

// A number as the interface language writes it: 0.2252 or 0,2252.
export function decimal({ locale }, value, least = 4) {
  const key = `${locale} ${least}`;
  const digits = { minimumFractionDigits: least, maximumFractionDigits: 4 };
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, digits));
  return formats.get(key).format(value);
}
