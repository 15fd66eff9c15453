// How much room each matrix of a step has, and how many digits of its numbers.

import { written } from "./numbers.js";

const PICTURE = 340; // pixels of height that the rows share
const LABEL = 8.6; // pixels a letter of a token takes
export const LONGEST = 11; // letters of a token that are shown beside a row
const NUMBER_WIDTH = 64;
const SQUARE = 46;
const DIGIT = 8.7;
const TOY_ROW = 38;
const SIGN = 40;
const NO_SIGN = 16;

// How wide the cells of each matrix are: vectors share what squares, whose numbers matter most, leave them.
export function sizes(step, { data }, { width, numbers }) {
  const tables = step.parts.filter((part) => part.values);
  const signs = step.parts.filter((part) => typeof part === "string").reduce((sum, sign) => sum + (sign ? SIGN : NO_SIGN), 0);
  const [first, last] = [tables[0], tables.at(-1)];
  const labels = Math.min(LONGEST, Math.max(...data.tokens.map((token) => token.length))) * LABEL + 12;
  const stacked = width < 640;
  const labelled = stacked ? tables : [first, last];
  const toy = data.kind === "toy";
  const room = width - (stacked ? labels : new Set(labelled).size * labels + signs) - 8;
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

// All numbers of a matrix with as many digits as have room; null where the longest has none.
export function numbersThatFit({ values }, data, width) {
  if (width < DIGIT) return null;
  for (const places of data.kind === "toy" ? [2, 1] : [3, 2, 1]) {
    const texts = values.map((row) => row.map((value) => written(data, value, places)));
    if (Math.max(...texts.flat().map((text) => text.length)) * DIGIT + 3 <= width) return texts;
  }
  return null;
}

