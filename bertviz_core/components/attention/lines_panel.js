// The line view on the page: its room, its scrolling, the token pointed at.

import { drawLineView, linesLayout, placeAtPoint } from "./lines.js";

const SCROLLBAR = 12; // pixels

export const linesPanel = {
  selector: ".lines",

  layOut(view, room) {
    const context = view.find(".strands").getContext("2d");
    view.strands = linesLayout(context, view.matrix, view.theme, { width: room.map, height: room.height });
    view.find(".zoom").hidden = true;
    const box = view.find(".lines");
    box.style.height = `${view.strands.height}px`;
    box.style.width = `${view.strands.width + SCROLLBAR}px`;
    view.find(".length").style.height = `${view.strands.contentHeight - view.strands.height}px`;
  },

  draw(view) {
    view.point(view.cell);
  },

  point({ data, matrix, theme, strands, cell, find }) {
    const { scrollTop: scroll } = find(".lines");
    drawLineView(find(".strands"), matrix, theme, { layout: strands, cell, scroll, data });
  },

  // Up and down along the tokens of a side, left and right to the other one.
  move(view, [down, right]) {
    const { rows, columns } = view.matrix;
    const { query = null, key = null } = view.cell ?? {};
    const looks = right ? right < 0 : key === null;
    const places = looks ? rows : columns;
    const at = Math.max(0, Math.min((query ?? key ?? -1) + (view.cell ? down : 1), places.length - 1));
    view.cell = looks ? { query: at, key: null } : { query: null, key: at };
    showToken(view, at);
    if (view.pinned) view.pin(view.cell);
    else view.point(view.cell);
  },

  accepts: ({ query, key }) => (query === null) !== (key === null),
};

function showToken({ strands: { top, rowHeight, height }, find }, index) {
  const box = find(".lines");
  const least = (index + 1) * rowHeight + top - height;
  box.scrollTop = Math.min(Math.max(box.scrollTop, least), index * rowHeight);
}

// Hovering shows a token's lines alone; a click keeps them, a second one or Escape frees them.
export function listenToLines(view) {
  const box = view.find(".lines");
  const under = (event) => {
    if (event.target !== view.find(".strands")) return null;
    const place = placeAtPoint(view.strands, view.matrix, event.offsetX, event.offsetY, box.scrollTop);
    return place && { query: null, key: null, ...place };
  };
  box.onpointermove = (event) => view.pinned || view.point(under(event));
  box.onpointerleave = () => view.pinned || view.point(null);
  box.onscroll = () => view.point(view.cell);
  box.onclick = (event) => {
    const cell = under(event);
    const again = view.pinned && cell && cell.query === view.cell?.query && cell.key === view.cell?.key;
    view.pin(again ? null : cell);
  };
}
