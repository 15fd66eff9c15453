// What the visitor looks at: one head among all, one cell of it, and how both are drawn and said.

import { keepHead, keptHead } from "./address.js";
import { thumbnailOf, weightsOf } from "./decode.js";
import { fillDownloads } from "./downloads.js";
import { fillTable } from "./exports.js";
import { listenToHeads, listenToMap } from "./gestures.js";
import { drawGrid, drawGridFrame, gridLayout } from "./grid.js";
import { drawRamp } from "./legend.js";
import { drawMap, drawMapCursor, mapLayout } from "./map.js";
import { shareRoom } from "./room.js";
import { readTheme } from "./scale.js";
import { cellReading, headTitle } from "./words.js";

class AttentionView {
  constructor(root) {
    this.root = root;
    this.find = (name) => root.querySelector(name);
    this.layer = null;
    this.head = null;
    this.cell = null;
    this.pinned = false;
    this.hoveredHead = null;
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.find(".view"));
    this.ending = new AbortController();
    window.addEventListener("resize", () => this.draw(), { signal: this.ending.signal });
    const release = (event) => event.key === "Escape" && this.pinned && this.free();
    window.addEventListener("keydown", release, { signal: this.ending.signal });
    document.fonts?.ready.then(() => this.draw()); // labels are measured in the page's own face
    listenToHeads(this);
    listenToMap(this);
    this.find(".numbers").ontoggle = () => this.drawHead();
  }

  receive(data) {
    const sameInput = this.data && this.data.id === data.id;
    this.data = data;
    this.showsMap = data.mode === "explore";
    if (!sameInput) this.free();
    fillWords(this);
    this.choose(this.firstHead());
  }

  // The head stays while sentences and pages change; a link that names one comes before memory.
  firstHead() {
    const { layers, heads, named, start } = this.data;
    if (!this.showsMap) return start;
    const kept = this.layer !== null ? { layer: this.layer, head: this.head } : named ? start : keptHead();
    return kept && kept.layer < layers && kept.head < heads ? kept : start;
  }

  choose(spot) {
    this.layer = spot.layer;
    this.head = spot.head;
    this.weights = weightsOf(this.data, this.layer, this.head);
    this.thumbnail = thumbnailOf(this.data, this.layer, this.head);
    if (this.showsMap) keepHead(spot);
    if (this.showsMap && !this.weights) this.askForLayer(this.layer); // the server reads the address
    this.drawHead();
  }

  draw() {
    const width = this.find(".view").clientWidth;
    if (!this.data || !width) return;
    const host = this.root.host ?? this.root;
    this.theme = readTheme(host);
    const room = shareRoom(host, width, this.find(".notes").offsetHeight);
    this.find(".view").classList.toggle("narrow", room.narrow);
    this.find(".view").classList.toggle("overview", !this.showsMap);
    this.drawHeads(this.showsMap ? room : { grid: width, height: this.data.height });
    if (this.showsMap) {
      const context = this.find(".cells").getContext("2d");
      this.map = mapLayout(context, this.data, this.theme, room.map, room.height);
      this.scrolls = this.map.width > Math.ceil(room.map);
      this.find(".map").classList.toggle("scrolls", this.scrolls);
    }
    this.drawHead();
  }

  // What stands above and below the thumbnails takes its height first.
  drawHeads(room) {
    drawRamp(this.find(".ramp"), this.data, this.theme);
    this.find(".side").style.width = `${room.grid}px`;
    const taken = this.find(".bar").offsetHeight + this.find(".legend").offsetHeight;
    this.grid = gridLayout(this.data, room.grid, room.narrow ? room.height : room.height - taken);
    drawGrid(this.find(".thumbnails"), this.data, this.theme, this);
  }

  drawHead() {
    if (!this.grid) return;
    this.find(".title").textContent = headTitle(this.data, this);
    this.find(".layer").value = this.layer;
    this.find(".head").value = this.head;
    drawGridFrame(this.find(".frame"), this.theme, this);
    if (!this.showsMap) return;
    drawMap(this.find(".cells"), this.data, this.theme, this);
    this.point(this.cell);
    if (this.find(".numbers").open && this.weights) fillTable(this.find(".table"), this.data, this.weights);
  }

  point(cell) {
    this.cell = cell;
    if (!this.map) return;
    drawMapCursor(this.find(".cursor"), this.data, this.theme, this);
    const tip = this.find(".tip");
    tip.hidden = !cell || this.scrolls;
    this.find(".reading").textContent = cell ? cellReading(this.data, this.weights, cell) : this.data.words.hint;
    if (tip.hidden) return;
    tip.textContent = this.find(".reading").textContent;
    const { label, cell: step, width } = this.map;
    const below = label + (cell.query + 1) * step + 8;
    const left = label + (cell.key + 1) * step + 8;
    tip.style.top = `${below}px`;
    tip.style.left = `${Math.max(0, Math.min(left, width - tip.offsetWidth))}px`;
  }

  free() {
    this.pinned = false;
    this.cell = null;
    if (this.theme) this.point(null);
  }

  moveHead([down, right]) {
    const { layers, heads } = this.data;
    const wrap = (value, count) => (value + count) % count;
    this.choose({ layer: wrap(this.layer + down, layers), head: wrap(this.head + right, heads) });
  }

  moveCell([down, right]) {
    const from = this.cell ?? { query: 0, key: 0 };
    const within = (value) => Math.max(0, Math.min(value, this.data.n - 1));
    this.point({ query: within(from.query + down), key: within(from.key + right) });
  }

  dispose() {
    this.observer.disconnect();
    this.ending.abort();
  }
}

export function createView(root) {
  return new AttentionView(root);
}

// Everything that is said in the visitor's language.
function fillWords(view) {
  const { data, find } = view;
  const { words } = data;
  const numbered = (count) => Array.from({ length: count }, (_, i) => new Option(String(i + 1), i));
  find(".layer-name").textContent = words.layer;
  find(".head-name").textContent = words.head;
  find(".layer").replaceChildren(...numbered(data.layers));
  find(".head").replaceChildren(...numbered(data.heads));
  find(".heads").setAttribute("aria-label", words.headsLabel);
  find(".map").setAttribute("aria-label", words.mapLabel);
  find(".how-to strong").textContent = words.howToTitle;
  find(".how-to span").textContent = words.howTo;
  find(".numbers summary").textContent = words.table;
  const notes = (data.notes ?? []).map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  });
  find(".notes").replaceChildren(...notes);
  fillDownloads(view);
}
