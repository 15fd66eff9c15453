// The answers of a class as bars: both votes, and beside them what the model says.

import { element, percent } from "./dom.js";

const MOST_ROWS = 10;

function folded(label) {
  return label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

// Returns [label, share or null for each series]; options keep their order, words come by the last vote.
function rowsOf(series) {
  const rows = new Map();
  series.forEach(({ shares }, place) => {
    for (const [label, share] of shares) {
      const key = folded(label);
      if (!rows.has(key)) rows.set(key, { label, shares: series.map(() => 0) });
      rows.get(key).shares[place] += share;
    }
  });
  return [...rows.values()];
}

export function seriesOf(question, words) {
  const rounds = (question.counts ?? []).map((counts, place) => {
    const total = (counts ?? []).reduce((sum, [, votes]) => sum + votes, 0);
    const name = question.counts.length > 1 ? [words.first_vote, words.second_vote][place] : words.the_class;
    return { name, kind: `round${place + 1}`, shares: (counts ?? []).map(([label, votes]) => [label, votes / total]), few: counts === null };
  });
  const model = question.model?.length ? [{ name: words.the_model, kind: "model", shares: question.model, few: false }] : [];
  return [...rounds, ...model];
}

export function drawBars(question, words, locale) {
  const series = seriesOf(question, words);
  const few = series.filter((one) => one.few).map((one) => element("p", { class: "few" }, `${one.name}: ${words.few_votes}`));
  const shown = series.filter((one) => !one.few);
  let rows = rowsOf(shown);
  if (!question.options.length) rows.sort((a, b) => Math.max(...b.shares) - Math.max(...a.shares));
  rows = rows.slice(0, MOST_ROWS);
  const heads = shown.map((one) => element("th", { scope: "col", class: one.kind }, one.name));
  const body = rows.map(({ label, shares }) =>
    element("tr", {}, element("th", { scope: "row" }, label), ...shares.map((share, place) => cell(share, shown[place].kind, locale))));
  const table = element("table", { class: "bars" }, element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...body));
  return element("div", {}, ...(rows.length ? [table] : []), ...few);
}

function cell(share, kind, locale) {
  const bar = element("span", { class: `bar ${kind}` });
  bar.style.width = `${(100 * share).toFixed(1)}%`;
  return element("td", {}, element("span", { class: "track" }, bar), element("span", { class: "share" }, percent(share, locale)));
}
