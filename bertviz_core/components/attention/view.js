// What the visitor looks at: one head or several among all, one cell of their map, and how that is drawn
// and said.

import { fillControls, fillNotes, needSameControls, say } from "./controls.js";
import { fillDownloads } from "./downloads.js";
import { drawChosen, drawView, PANELS } from "./drawing.js";
import { listenToArrows, listenToHeads, listenToKeeping, listenToMap } from "./gestures.js";
import { headOrder, indexOf, readHeads, spotOf, writeHeads } from "./heads.js";
import { listenToLines } from "./lines_panel.js";
import { headMatrix } from "./matrix.js";
import { readCell, writeCell } from "./pointing.js";
import { defaultSettings, keepSettings, openingSettings } from "./settings.js";
import { around, heightLeft } from "./room.js";
import { thumbnailsOf } from "./thumbnails.js";
import { cellReading, headTitle } from "./words.js";
import { readZoom, wholeMap, writeZoom } from "./zoom.js";

const SETTLED = 250; // milliseconds

class AttentionView {
  constructor(root) {
    this.root = root;
    this.find = (name) => root.querySelector(name);
    this.settings = null;
    this.selection = new Set();
    this.cell = null;
    this.pinned = false;
    this.hoveredHead = null;
    this.zoom = wholeMap();
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.find(".view"));
    this.moved = new ResizeObserver(() => this.heightLeft() !== this.height && this.draw());
    for (const box of around(this.host)) this.moved.observe(box);
    this.ending = new AbortController();
    const { signal } = this.ending;
    window.addEventListener("resize", () => this.draw(), { signal });
    window.addEventListener("keydown", (event) => event.key === "Escape" && this.pinned && this.pin(null), { signal });
    document.fonts?.ready.then(() => this.draw()); // labels are measured in the page's own face
    listenToHeads(this);
    listenToMap(this);
    listenToLines(this);
    for (const { selector } of Object.values(PANELS)) {
      listenToArrows(this.find(selector), (step) => this.panel.move(this, step));
      listenToKeeping(this, this.find(selector));
    }
    this.find(".numbers").ontoggle = () => drawChosen(this);
  }

  get host() {
    return this.root.host ?? this.root;
  }

  // Pixels for the pictures; less than that when notices stand below.
  heightLeft() {
    return heightLeft(this.host, this.find(".notes").offsetHeight);
  }

  get spot() {
    return { layer: this.layer, head: this.head };
  }

  get index() {
    return indexOf(this.data, this.spot);
  }

  // Indices of the heads on screen.
  get chosen() {
    const one = this.settings.combine === "one" || !this.selection.size;
    return one ? new Set([this.index]) : this.selection;
  }

  get panel() {
    return PANELS[this.settings.mode];
  }

  get byLayer() {
    return !this.data.statistics?.[this.settings.order];
  }

  receive(data) {
    const before = this.data;
    const sameInput = before?.id === data.id;
    const known = sameInput ? before.weights : new Map();
    data.weights = new Map([...known, ...data.weights]);
    const resized = before && (before.layers !== data.layers || before.heads !== data.heads);
    this.data = data;
    this.asked = null;
    if (resized) this.selection = readHeads(data, this.settings.heads);
    this.showsMap = data.mode === "explore";
    const opens = !this.settings;
    if (opens) this.open();
    if (!(this.layer < data.layers && this.head < data.heads)) ({ layer: this.layer, head: this.head } = data.start);
    if (!sameInput && !opens) this.startOver();
    if (data.open && data.open.id !== this.openedBy) this.openHeadOf(data.open);
    this.order = headOrder(data, this.settings.order);
    if (!before || !needSameControls(before, data)) {
      fillControls(this);
      fillDownloads(this);
    }
    fillNotes(this);
    this.refreshThumbnails();
    this.refreshMatrix();
    if (!opens) return;
    this.cell = readCell(this.settings.cell, this.matrix, this.panel);
    this.pinned = Boolean(this.cell);
    this.zoom = readZoom(this.settings.zoom);
  }

  // The settings stay while sentences and pages change; a link that names any comes before memory.
  open() {
    this.settings = this.showsMap ? openingSettings(this.data) : defaultSettings();
    ({ layer: this.layer, head: this.head } = { ...this.data.start, ...this.settings });
    this.selection = readHeads(this.data, this.settings.heads);
    if (this.data.standIn) Object.assign(this.settings, { cell: "", zoom: "" }); // they belong to another text
  }

  // Another view of the page has asked for a head, once.
  openHeadOf({ id, layer, head }) {
    this.openedBy = id;
    ({ layer: this.layer, head: this.head } = { layer, head });
    this.settings.combine = "one";
    this.startOver();
  }

  startOver() {
    this.pinned = false;
    this.cell = null;
    this.zoom = wholeMap();
    Object.assign(this.settings, { cell: "", zoom: "" });
  }

  set(name, choice) {
    this.settings[name] = choice;
    if (name === "combine" && !this.selection.size) this.selection = this.wholeLayer();
    if (name === "order") this.order = headOrder(this.data, choice);
    if (["mode", "words", "special", "sentences"].includes(name)) this.startOver();
    this.refreshThumbnails();
    this.refreshMatrix();
    this.draw();
  }

  wholeLayer() {
    return new Set(this.order.filter((index) => spotOf(this.data, index).layer === this.layer));
  }

  choose(spot) {
    this.layer = spot.layer;
    this.head = spot.head;
    if (this.settings.combine === "one" || !this.selection.size) this.refreshMatrix();
    drawChosen(this);
  }

  select(indices) {
    this.selection = new Set(indices);
    this.refreshMatrix();
    drawChosen(this);
  }

  // One head is opened; where several are combined, or another key is held, heads are added and taken away.
  clickHeads({ index, layer, head }, adds) {
    if (!this.showsMap) return index === undefined || this.openHead(spotOf(this.data, index));
    if (adds && this.settings.combine === "one") {
      this.selection = new Set([this.index]);
      this.set("combine", "mean");
    }
    if (this.settings.combine === "one") return index === undefined || this.choose(spotOf(this.data, index));
    const meant = this.order.filter((one) => {
      const spot = spotOf(this.data, one);
      return one === index || spot.layer === layer || spot.head === head;
    });
    const here = meant.every((one) => this.selection.has(one));
    const others = [...this.selection].filter((one) => !meant.includes(one));
    return this.select(here ? others : [...others, ...meant]);
  }

  refreshThumbnails() {
    this.thumbnail = thumbnailsOf(this.data, this.settings);
  }

  refreshMatrix() {
    const { data, settings } = this;
    const heads = [...this.chosen].map((index) => spotOf(data, index));
    this.matrix = headMatrix(data, settings, heads);
    settings.heads = settings.combine === "one" ? "" : writeHeads(data, this.selection);
    this.keep();
    const [layer] = this.matrix.missing;
    if (this.showsMap && layer !== undefined && layer !== this.asked) {
      this.asked = layer;
      this.askForLayer(layer);
    }
  }

  draw() {
    drawView(this);
  }

  zoomTo(zoom) {
    this.zoom = zoom;
    this.settings.zoom = writeZoom(zoom);
    this.panel.redraw(this);
    clearTimeout(this.keeping); // browsers refuse an address that changes with every turn of a wheel
    this.keeping = setTimeout(() => this.keep(), SETTLED);
  }

  keep() {
    if (this.showsMap && !this.data.standalone) keepSettings(this.settings, this.spot, this.data.id);
  }

  point(cell) {
    this.cell = cell;
    if (!this.theme || !this.showsMap) return;
    const { data, matrix, settings } = this;
    const hint = settings.mode === "lines" ? data.words.linesHint : data.words.hint;
    say(this.find(".reading"), cell ? cellReading(data, matrix, cell) : hint);
    this.panel.point(this);
  }

  pin(cell) {
    this.pinned = Boolean(cell);
    this.settings.cell = writeCell(cell);
    this.keep();
    this.point(cell);
  }

  moveHead([down, right]) {
    const { layers, heads } = this.data;
    const place = this.order.indexOf(this.index);
    const wrap = (value, count) => (value + count) % count;
    const row = wrap(Math.floor(place / heads) + down, layers);
    this.choose(spotOf(this.data, this.order[row * heads + wrap((place % heads) + right, heads)]));
    if (this.showsMap && this.settings.combine !== "one") this.find(".reading").textContent = headTitle(this.data, this.spot);
  }

  dispose() {
    this.received = null; // what is still being decoded comes too late
    clearTimeout(this.keeping);
    this.observer.disconnect();
    this.moved.disconnect();
    this.ending.abort();
  }
}

export function createView(root) {
  return new AttentionView(root);
}
