// A matrix whose cells have no room for numbers as one picture: a cell is pointed at, or reached by arrow keys.

import { element } from "./dom.js";
import { cellColours } from "./numbers.js";

const LEAST_WITH_GAPS = 6; // pixels of a cell

export function colourMap(part, { theme }, { rows, width, height, most, name, focusable }) {
  const { values } = part;
  const [columns, count] = [values[0].length, values.length];
  const [pitch, gap] = [width + 1, width >= LEAST_WITH_GAPS ? 1 : 0];
  const holder = rows[0].insertCell();
  holder.rowSpan = count;
  holder.className = "map";
  const canvas = document.createElement("canvas");
  const ratio = window.devicePixelRatio || 1;
  [canvas.width, canvas.height] = [Math.round(columns * pitch * ratio), Math.round(count * height * ratio)];
  Object.assign(canvas.style, { width: `${columns * pitch}px`, height: `${count * height}px` });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", name);
  if (focusable) canvas.tabIndex = 0;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  values.forEach((row, r) =>
    row.forEach((value, c) => {
      const colours = cellColours(theme, value, most);
      context.fillStyle = colours?.background ?? "#888888";
      const [x, y] = [c * pitch, r * height];
      if (colours) context.fillRect(x, y, pitch - gap, height - gap);
      else drawForbidden(context, x, y, pitch - gap, height - gap);
    }),
  );
  const frames = element("div", "frames");
  holder.append(canvas, frames);
  let entered = { r: 0, c: 0 };
  return {
    spot(event) {
      if (event.type !== "pointermove" && event.target === canvas) return entered;
      if (event.target !== canvas) return null;
      const inside = (offset, size, most) => Math.min(most - 1, Math.max(0, Math.floor(offset / size)));
      return { r: inside(event.offsetY, height, count), c: inside(event.offsetX, pitch, columns) };
    },
    light(lights, own) {
      const boxes = lights.map(([row, column]) => frame(row, column, "lit"));
      if (own) boxes.push(frame(own.r, own.c, "lit own"));
      frames.replaceChildren(...boxes);
    },
    enter(spot) {
      entered = spot;
      if (document.activeElement !== canvas) canvas.focus();
    },
  };

  function frame(row, column, className) {
    const box = element("div", className);
    Object.assign(box.style, {
      left: `${(column ?? 0) * pitch}px`,
      top: `${(row ?? 0) * height}px`,
      width: `${(column === null ? columns : 1) * pitch}px`,
      height: `${(row === null ? count : 1) * height}px`,
    });
    return box;
  }
}

// A cross, for those who do not see the colour.
function drawForbidden(context, x, y, width, height) {
  context.strokeStyle = "#888888";
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + width, y + height);
  context.moveTo(x + width, y);
  context.lineTo(x, y + height);
  context.stroke();
}
