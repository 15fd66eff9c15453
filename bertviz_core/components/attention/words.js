// Sentences of the interface with their numbers and tokens filled in; always set as text, never as markup.

import { weightsOf } from "./decode.js";
import { spotOf } from "./heads.js";
import { valueAt } from "./matrix.js";

const STRONGEST_NAMED = 3;
const LEAST_LINK = 0.3; // a share of the attention
const LONGEST_NAME = 60; // letters; what has no spaces can be thousands of them

export function fill(template, fields) {
  const written = (whole, name, one, more) => {
    if (!(name in fields)) return whole;
    if (more === undefined) return String(fields[name]);
    return Number(fields[name]) === 1 ? one : more;
  };
  return template.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, written);
}

export function headTitle(data, { layer, head }) {
  return fill(data.words.title, { layer: layer + 1, head: head + 1 });
}

// What the picture shows: one head, or how many are combined and how.
export function viewTitle({ data, settings, chosen, spot }) {
  if (settings.combine === "one") return headTitle(data, spot);
  if (chosen.size === 1) return headTitle(data, spotOf(data, [...chosen][0]));
  return fill(data.words.combined[settings.combine], { count: chosen.size });
}

// What a single head mostly does, or is told to do here, and its value where heads are ordered by one.
export function headDoing(data, index, order, told = "") {
  const statistic = data.statistics?.[order];
  const value = statistic ? `${statistic.label} ${decimal(data, statistic.values[index], 2)} · ` : "";
  return `${value}${told || (data.readings?.[index] ?? "")}`;
}

// Of a head without a habit the two words it links most, unless they are neighbours; nothing where its weights
// are on their way.
export function headStory(data, index) {
  const { layer, head } = spotOf(data, index);
  const weights = data.withoutHabit?.[index] ? weightsOf(data, layer, head) : null;
  if (!weights) return "";
  let [most, at] = [LEAST_LINK, -1];
  weights.forEach((weight, i) => {
    const [query, key] = [Math.floor(i / data.n), i % data.n];
    const apart = Math.abs(query - key) > 1 && !data.special[query] && !data.special[key];
    if (apart && weight > most) [most, at] = [weight, i];
  });
  if (at < 0) return "";
  const [query, key] = [Math.floor(at / data.n), at % data.n].map((token) => shortened(data.labels[token]));
  return fill(data.words.story, { query, key, share: decimal(data, Number(most.toFixed(2)), 2) });
}

// How to read the picture, and what its rows add up to as they are.
export function howToRead({ data: { words, pair }, settings }) {
  const text = words[settings.mode === "lines" ? "linesHowTo" : "howTo"];
  if (settings.combine === "max") return text;
  const partial = settings.special === "hide" || (settings.sentences !== "all" && pair);
  return `${text} ${partial && !settings.renormalise ? words.rowsLess : words.rowsSum}`;
}

// What was left out or changed on the way from the weights to the picture.
export function changesSaid({ data, settings, matrix }) {
  const { words } = data;
  const said = [];
  if (settings.words) said.push(words.saidWords);
  if (settings.special === "hide") said.push(words.saidHidden);
  if (settings.sentences !== "all" && data.pair) said.push(words.choices.sentences[settings.sentences]);
  if (settings.renormalise) said.push(words.saidRenormalised);
  if (matrix.missing.length) said.push(fill(words.arriving, { layer: matrix.missing[0] + 1 }));
  return said.join(" · ");
}

// What a cell says: its two tokens with their positions and the weight between them. Where only one of
// them is pointed at, its strongest pairs.
export function cellReading(data, matrix, { query, key }) {
  const { rows, columns } = matrix;
  const name = ({ label, number }) => `${shortened(label)} (${number})`;
  const value = (q, k) => (matrix.missing.length ? "…" : decimal(data, valueAt(matrix, q, k)));
  if (key !== null && query !== null) return `${name(rows[query])} → ${name(columns[key])}   ${value(query, key)}`;
  if (matrix.missing.length) return key === null ? `${name(rows[query])} → …` : `… → ${name(columns[key])}`;
  const [others, weightOf] = key === null
    ? [columns, (k) => valueAt(matrix, query, k)]
    : [rows, (q) => valueAt(matrix, q, key)];
  const strongest = others.map((_, i) => i).sort((a, b) => weightOf(b) - weightOf(a)).slice(0, STRONGEST_NAMED);
  const said = strongest.map((i) => `${name(others[i])} ${decimal(data, weightOf(i))}`).join(", ");
  return key === null ? `${name(rows[query])} → ${said}` : `${said} → ${name(columns[key])}`;
}

function shortened(label) {
  const letters = [...label];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join("")}…` : label;
}

const formats = new Map(); // making one costs far more than using it

// A number as the interface language writes it: 0.2252 or 0,2252.
export function decimal({ locale }, value, least = 4) {
  const key = `${locale} ${least}`;
  const digits = { minimumFractionDigits: least, maximumFractionDigits: 4 };
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, digits));
  return formats.get(key).format(value);
}
