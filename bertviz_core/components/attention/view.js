// What the visitor looks at and how it answers: choosing a head, pointing at a cell, keys.

import { writeHeadToAddress } from "./address.js";
import { thumbnailOf, weightsOf } from "./decode.js";
import { fillTable, headCsv, headJson, mapPicture, save } from "./exports.js";
import { drawGrid, drawGridFrame, gridLayout, headAtPoint } from "./grid.js";
import { drawRamp } from "./legend.js";
import { cellAtPoint, drawMap, drawMapCursor, mapLayout } from "./map.js";
import { readTheme } from "./scale.js";
import { cellReading, headTitle } from "./words.js";

const NARROW = 700; // pixels: below this the map stands under the thumbnails
const HEIGHT = 452;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class AttentionView {
  constructor(root) {
    this.root = root;
    this.find = (name) => root.querySelector(name);
    this.layer = null;
    this.head = null;
    this.cell = null;
    this.hoveredHead = null;
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.find(".view"));
    document.fonts?.ready.then(() => this.draw()); // labels are measured in the page's own face
    listen(this);
  }

  receive(data) {
    const sameInput = this.data && this.data.id === data.id;
    this.data = data;
    this.showsMap = data.mode === "explore";
    if (!sameInput) this.cell = null;
    const inRange = this.layer !== null && this.layer < data.layers && this.head < data.heads;
    if (!sameInput || !inRange) ({ layer: this.layer, head: this.head } = data.start);
    fillChoices(this);
    this.choose({ layer: this.layer, head: this.head }, { quiet: true });
  }

  // `quiet` when nobody chose: the address then stays as it came.
  choose(spot, { quiet = false } = {}) {
    this.layer = spot.layer;
    this.head = spot.head;
    this.weights = weightsOf(this.data, this.layer, this.head);
    this.thumbnail = thumbnailOf(this.data, this.layer, this.head);
    if (this.showsMap && !quiet) writeHeadToAddress(this);
    if (this.showsMap && !this.weights) this.askForLayer(this.layer); // the server reads the address
    this.drawHead();
  }

  draw() {
    const width = this.find(".view").clientWidth;
    if (!this.data || !width) return;
    this.theme = readTheme(this.root.host ?? this.root);
    const narrow = width < NARROW;
    this.find(".view").classList.toggle("narrow", narrow);
    this.find(".view").classList.toggle("overview", !this.showsMap);
    const gridWidth = narrow || !this.showsMap ? width : width * 0.46;
    const height = this.data.height || HEIGHT;
    this.grid = gridLayout(this.data, gridWidth, height);
    drawGrid(this.find(".thumbnails"), this.data, this.theme, this);
    const room = narrow ? width : width - this.grid.width - 24;
    const context = this.find(".cells").getContext("2d");
    this.map = mapLayout(context, this.data, this.theme, Math.min(room, 620), narrow ? width : height);
    drawRamp(this.find(".ramp"), this.theme);
    this.drawHead();
  }

  drawHead() {
    if (!this.map) return;
    const title = headTitle(this.data, this);
    this.find(".title").textContent = title;
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
    drawMapCursor(this.find(".cursor"), this.data, this.theme, this);
    const tip = this.find(".tip");
    tip.hidden = !cell;
    this.find(".reading").textContent = cell ? cellReading(this.data, this.weights, cell) : this.data.words.hint;
    if (!cell) return;
    tip.textContent = this.find(".reading").textContent;
    const { label, cell: step, width } = this.map;
    const below = label + (cell.query + 1) * step + 8;
    const left = label + (cell.key + 1) * step + 8;
    tip.style.top = `${below}px`;
    tip.style.left = `${Math.max(0, Math.min(left, width - tip.offsetWidth))}px`;
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
  }
}

export function createView(root) {
  return new AttentionView(root);
}

function listen(view) {
  const heads = view.find(".heads");
  const map = view.find(".map");
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
  map.onpointermove = (event) => view.point(cellAtPoint(view.map, view.data.n, event.offsetX, event.offsetY));
  map.onpointerleave = () => view.point(null);
  map.onkeydown = (event) => onArrow(event, (step) => view.moveCell(step));
  const chosen = () => ({ layer: Number(view.find(".layer").value), head: Number(view.find(".head").value) });
  view.find(".layer").onchange = () => view.choose(chosen());
  view.find(".head").onchange = () => view.choose(chosen());
  view.find(".numbers").ontoggle = () => view.drawHead();
}

function onArrow(event, move) {
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  move(STEPS[event.key]);
}

// Everything that is said in the visitor's language.
function fillChoices(view) {
  const { data, find } = view;
  const words = data.words;
  const numbered = (count) => Array.from({ length: count }, (_, i) => new Option(String(i + 1), i));
  find(".layer-name").textContent = words.layer;
  find(".head-name").textContent = words.head;
  find(".layer").replaceChildren(...numbered(data.layers));
  find(".head").replaceChildren(...numbered(data.heads));
  find(".heads").setAttribute("aria-label", words.headsLabel);
  find(".map").setAttribute("aria-label", words.mapLabel);
  find(".numbers summary").textContent = words.table;
  const name = () => `attention_layer${view.layer + 1}_head${view.head + 1}`;
  const buttons = [
    [words.csv, () => save(headCsv(view.data, view.weights), "text/csv", `${name()}.csv`)],
    [words.json, () => save(headJson(view.data, view), "application/json", `${name()}.json`)],
    [
      words.png,
      async () => save(await mapPicture(find(".cells"), view.theme.background), "image/png", `${name()}.png`),
    ],
  ].map(([label, run]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = () => view.weights && run();
    return button;
  });
  find(".exports").replaceChildren(...buttons);
}
