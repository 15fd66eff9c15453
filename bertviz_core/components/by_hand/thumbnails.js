// What all heads attend to, small.

import { element } from "./dom.js";
import { cellColours } from "./numbers.js";

const THUMBNAIL = 64;
export const THUMBNAILS = 360; // pixels of width that four of them and the sign after them take

export function thumbnails({ thumbnails: heads, chosen }, { data, theme }) {
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
  const light = (_lights, own) => figures.forEach((figure, head) => figure.classList.toggle("lit", head === own?.head));
  return { root, light, spot: () => null, part: { rows: null, values: [[]] } };
}
