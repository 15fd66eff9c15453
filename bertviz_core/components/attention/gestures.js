// How the mouse, a finger and the keys choose heads, point at a cell, keep it, and move over the map.

import { drawGridFrames, headAtPoint } from "./grid.js";
import { spotOf } from "./heads.js";
import { cellAtPoint } from "./map.js";
import { headDoing, headTitle } from "./words.js";
import { isWorthZooming, panBy, wholeMap, zoomAt } from "./zoom.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ZOOM_STEP = 1.5;
const DRAG_STARTS = 4; // pixels

export function listenToHeads(view) {
  const heads = view.find(".heads");
  const under = (event) => headAtPoint(view, event.offsetX, event.offsetY);
  const hover = (target) => {
    view.hoveredHead = target?.index ?? null;
    const { data, settings } = view;
    if (target?.index === undefined) view.point(view.cell);
    else if (view.showsMap) {
      const said = headDoing(data, target.index, settings.order);
      view.find(".reading").textContent = `${headTitle(data, spotOf(data, target.index))}   ${said}`;
    }
    drawGridFrames(view.find(".frame"), view);
  };
  heads.onpointermove = (event) => hover(under(event));
  heads.onpointerleave = () => hover(null);
  heads.onclick = (event) => {
    const target = under(event);
    if (target) view.clickHeads(target, event.ctrlKey || event.metaKey || event.shiftKey);
  };
  heads.onkeydown = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      view.clickHeads({ index: view.index }, false);
    } else onArrow(event, (step) => view.moveHead(step));
  };
  const chosen = () => ({ layer: Number(view.find(".layer").value), head: Number(view.find(".head").value) });
  for (const name of [".layer", ".head"]) view.find(name).onchange = () => view.choose(chosen());
  view.find(".all").onclick = () => view.select(view.order);
  view.find(".none").onclick = () => view.select([]);
}

// A click keeps a cell while the pointer goes elsewhere; a click on it, beside the cells, or Escape frees it.
export function listenToMap(view) {
  const map = view.find(".map");
  const cells = view.find(".cells");
  const cellUnder = (event) =>
    event.target === cells ? cellAtPoint(view.map, view.zoom, event.offsetX, event.offsetY) : null;
  map.onpointerleave = () => view.pinned || view.point(null);
  map.onclick = (event) => {
    if (event.target !== cells || view.dragged) return;
    const cell = cellUnder(event);
    const again = view.pinned && cell && cell.query === view.cell?.query && cell.key === view.cell?.key;
    view.pin(again ? null : cell);
  };
  map.onkeydown = (event) => {
    if (event.key === "+" || event.key === "-") zoomBy(view, event.key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP);
    else if (event.key === "0") view.zoomTo(wholeMap());
  };
  listenToZoom(view, map);
  listenToDrag(view, cells, (event) => view.pinned || view.point(cellUnder(event)));
}

function listenToZoom(view, map) {
  map.onwheel = (event) => {
    const asked = event.ctrlKey || event.metaKey || isWorthZooming(view.map);
    const outAlready = event.deltaY > 0 && view.zoom.scale === 1;
    if (!asked || outAlready) return;
    event.preventDefault();
    const box = view.find(".cells").getBoundingClientRect();
    const at = [event.clientX - box.left, event.clientY - box.top];
    view.zoomTo(zoomAt(view.map, view.zoom, Math.exp(-event.deltaY / 300), at));
  };
  view.find(".closer").onclick = () => zoomBy(view, ZOOM_STEP);
  view.find(".further").onclick = () => zoomBy(view, 1 / ZOOM_STEP);
  view.find(".whole").onclick = () => view.zoomTo(wholeMap());
}

// Around the middle of what is seen, or the cell that is pointed at.
function zoomBy(view, factor) {
  const { label, cell, rows, columns } = view.map;
  const middle = [label + (cell * columns) / 2, label + (cell * rows) / 2];
  view.zoomTo(zoomAt(view.map, view.zoom, factor, middle));
}

function listenToDrag(view, cells, hover) {
  let from = null;
  cells.onpointerdown = (event) => {
    view.dragged = false;
    if (view.zoom.scale === 1) return;
    from = [event.clientX, event.clientY];
    cells.setPointerCapture(event.pointerId);
  };
  cells.onpointermove = (event) => {
    if (!from) return hover(event);
    const move = [event.clientX - from[0], event.clientY - from[1]];
    if (!view.dragged && Math.hypot(...move) < DRAG_STARTS) return;
    view.dragged = true;
    from = [event.clientX, event.clientY];
    view.zoomTo(panBy(view.map, view.zoom, move));
  };
  cells.onpointerup = cells.onpointercancel = () => (from = null);
}

export function listenToArrows(element, move) {
  element.addEventListener("keydown", (event) => onArrow(event, move));
}

// What a click does to a cell or token, Enter and the space bar do where the arrow keys have led.
export function listenToKeeping(view, element) {
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || !view.cell || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    view.pin(view.pinned ? null : view.cell);
  });
}

function onArrow(event, move) {
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  move(STEPS[event.key]);
}
