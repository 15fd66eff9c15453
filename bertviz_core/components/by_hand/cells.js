// A matrix as a table of cells with their numbers, some of which can be changed.

import { element } from "./dom.js";
import { cellColours, written } from "./numbers.js";

export function numberCells(part, scene, { body, rows, width, most, texts, focusable }) {
  const { data, theme } = scene;
  const places = new Map();
  const cells = part.values.map((values, r) =>
    values.map((value, c) => {
      const cell = rows[r].insertCell();
      places.set(cell, { r, c });
      cell.style.width = cell.style.minWidth = cell.style.maxWidth = `${width}px`;
      const colours = cellColours(theme, value, most);
      if (colours) Object.assign(cell.style, colours);
      else cell.classList.add("forbidden");
      if (part.edit) cell.append(editor(part, r, c, value, data));
      else cell.textContent = texts?.[r][c] ?? written(data, value);
      return cell;
    }),
  );
  if (focusable && !part.edit) cells[0][0].tabIndex = 0;
  return {
    spot: ({ target }) => places.get(target.closest?.("td")) ?? null,
    light(lights, own) {
      for (const cell of body.querySelectorAll(".lit")) cell.classList.remove("lit", "own");
      for (const [row, column] of lights) {
        cells.forEach((line, r) =>
          line.forEach((cell, c) => {
            if ((row === null || row === r) && (column === null || column === c)) cell.classList.add("lit");
          }),
        );
      }
      if (own) cells[own.r][own.c].classList.add("lit", "own");
    },
    enter({ r, c }) {
      for (const cell of body.querySelectorAll("td[tabindex]")) cell.tabIndex = -1;
      cells[r][c].tabIndex = 0;
      cells[r][c].focus();
    },
  };
}

// Changes are told by the view, which listens to the whole picture.
function editor(part, r, c, value, { words }) {
  const field = document.createElement("input");
  Object.assign(field, { type: "text", inputMode: "numeric", maxLength: 4, value, className: "edit" });
  Object.assign(field.dataset, { matrix: part.edit, row: r, column: c });
  field.setAttribute("aria-label", `${words.edit} ${part.label.map(({ text, sub = "" }) => text + sub).join("")} [${r + 1}, ${c + 1}]`);
  return field;
}

