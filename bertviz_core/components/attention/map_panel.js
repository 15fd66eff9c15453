// The map on the page: how it takes its room, what it shows, what is said beside the cell pointed at.

import { cornerOf, drawMap, drawMapCursor, mapImage, mapLayout } from "./map.js";
import { thumbnailImage } from "./thumbnails.js";
import { cellReading } from "./words.js";
import { isWorthZooming, reveal, within } from "./zoom.js";

export const mapPanel = {
  selector: ".map",

  layOut(view, room) {
    const context = view.find(".cells").getContext("2d");
    view.map = mapLayout(context, view.matrix, view.theme, room.map, room.height);
    view.zoom = within(view.map, view.zoom);
    view.scrolls = view.map.width > Math.ceil(room.map);
    view.find(".map").classList.toggle("scrolls", view.scrolls);
    view.find(".zoom").hidden = !isWorthZooming(view.map);
  },

  draw(view) {
    view.image = imageOf(view);
    this.redraw(view);
  },

  redraw(view) {
    const cells = view.find(".cells");
    cells.style.touchAction = view.zoom.scale > 1 ? "none" : ""; // a finger moves the map, else the page
    drawMap(cells, view);
    view.point(view.cell);
  },

  point(view) {
    const { cell, map } = view;
    drawMapCursor(view.find(".cursor"), view);
    const tip = view.find(".tip");
    tip.hidden = !cell || view.scrolls;
    if (tip.hidden) return;
    const corner = cornerOf(map, view.zoom, cell);
    tip.hidden = !isOnScreen(map, view.zoom, corner);
    if (tip.hidden) return;
    tip.textContent = cellReading(view.data, view.matrix, cell);
    const [left, top] = corner.map((edge) => edge + 8);
    tip.style.top = `${top}px`;
    tip.style.left = `${Math.max(0, Math.min(left, map.width - tip.offsetWidth))}px`;
  },

  move(view, [down, right]) {
    const from = view.cell ?? { query: 0, key: 0 };
    const within = (value, places) => Math.max(0, Math.min(value, places.length - 1));
    view.cell = {
      query: within(from.query + down, view.matrix.rows),
      key: within(from.key + right, view.matrix.columns),
    };
    if (view.pinned) view.pin(view.cell);
    view.zoomTo(reveal(view.map, view.zoom, view.cell));
    if (view.scrolls) scrollToCell(view);
  },

  accepts: ({ query, key }) => query !== null && key !== null,
};

function scrollToCell({ map, zoom, cell, find }) {
  const box = find(".map");
  const [right] = cornerOf(map, zoom, cell);
  box.scrollLeft = Math.min(Math.max(box.scrollLeft, right - box.clientWidth), right - map.cell * zoom.scale);
}

// A cell that is kept may lie beyond the part that the zoom shows; `corner` is its lower right one.
function isOnScreen({ label, cell, columns, rows }, { scale }, corner) {
  const ends = [columns, rows].map((count) => label + cell * count + cell * scale);
  return corner.every((edge, i) => edge > label && edge < ends[i]);
}

// While a layer is on its way its thumbnail stands in.
function imageOf(view) {
  const { rows, columns, missing } = view.matrix;
  const whole = rows.length === view.data.n && columns.length === view.data.n;
  if (missing.length && whole) return thumbnailImage(view.thumbnail(view.spot), view.theme);
  return mapImage(view.matrix, view.theme);
}
