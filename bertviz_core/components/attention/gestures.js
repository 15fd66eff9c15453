// How the mouse, a finger and the keys choose a head, point at a cell and keep it.

import { drawGridFrame, headAtPoint } from "./grid.js";
import { cellAtPoint } from "./map.js";
import { headTitle } from "./words.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function listenToHeads(view) {
  const heads = view.find(".heads");
  const hover = (spot) => {
    view.hoveredHead = spot;
    heads.title = spot ? headTitle(view.data, spot) : "";
    drawGridFrame(view.find(".frame"), view.theme, view);
  };
  const headUnder = (event) => headAtPoint(view.grid, view.data, event.offsetX, event.offsetY);
  heads.onpointermove = (event) => hover(headUnder(event));
  heads.onpointerleave = () => hover(null);
  heads.onclick = (event) => {
    const spot = headUnder(event);
    if (!spot) return;
    if (view.showsMap) view.choose(spot);
    else view.openHead(spot);
  };
  heads.onkeydown = (event) => {
    if (event.key === "Enter" && !view.showsMap) view.openHead({ layer: view.layer, head: view.head });
    else onArrow(event, (step) => view.moveHead(step));
  };
  const chosen = () => ({ layer: Number(view.find(".layer").value), head: Number(view.find(".head").value) });
  view.find(".layer").onchange = () => view.choose(chosen());
  view.find(".head").onchange = () => view.choose(chosen());
}

// A click keeps a cell while the pointer goes elsewhere; a click on it, beside the cells, or Escape frees it.
export function listenToMap(view) {
  const map = view.find(".map");
  const cellUnder = (event) => cellAtPoint(view.map, view.data.n, event.offsetX, event.offsetY);
  const hover = (cell) => view.pinned || view.point(cell);
  map.onpointermove = (event) => hover(cellUnder(event));
  map.onpointerleave = () => hover(null);
  map.onclick = (event) => {
    const cell = cellUnder(event);
    const again = view.pinned && cell && cell.query === view.cell.query && cell.key === view.cell.key;
    view.pinned = Boolean(cell) && !again;
    view.point(cell);
  };
  map.onkeydown = (event) => onArrow(event, (step) => view.moveCell(step));
}

function onArrow(event, move) {
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  move(STEPS[event.key]);
}
