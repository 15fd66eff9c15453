// What the visitor looks at: one head or several among all, one cell of their map, and how that is drawn
// and said.

import { fillControls, showSettings } from "./controls.js";
import { fillDownloads } from "./downloads.js";
import { fillTable } from "./exports.js";
import { listenToHeads, listenToMap } from "./gestures.js";
import { drawGrid, drawGridFrames, gridLayout } from "./grid.js";
import { headOrder, indexOf, readHeads, spotOf, writeHeads } from "./heads.js";
import { drawRamp } from "./legend.js";
import { cornerOf, drawMap, drawMapCursor, mapImage, mapLayout } from "./map.js";
import { headMatrix } from "./matrix.js";
import { shareRoom } from "./room.js";
import { readTheme, scaledTo } from "./scale.js";
import { defaultSettings, keepSettings, openingSettings } from "./settings.js";
import { thumbnailImage, thumbnailsOf } from "./thumbnails.js";
import { cellReading, changesSaid, viewTitle } from "./words.js";
import { isWorthZooming, reveal, wholeMap } from "./zoom.js";

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
    this.ending = new AbortController();
    const { signal } = this.ending;
    window.addEventListener("resize", () => this.draw(), { signal });
    window.addEventListener("keydown", (event) => event.key === "Escape" && this.pinned && this.pin(null), { signal });
    document.fonts?.ready.then(() => this.draw()); // labels are measured in the page's own face
    listenToHeads(this);
    listenToMap(this);
    this.find(".numbers").ontoggle = () => this.drawHead();
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

  get byLayer() {
    return !this.data.statistics?.[this.settings.order];
  }

  receive(data) {
    const sameInput = this.data?.id === data.id;
    const known = sameInput ? this.data.weights : new Map();
    data.weights = new Map([...known, ...data.weights]);
    this.data = data;
    this.asked = null;
    this.showsMap = data.mode === "explore";
    const opens = !this.settings;
    if (opens) this.open();
    if (!(this.layer < data.layers && this.head < data.heads)) ({ layer: this.layer, head: this.head } = data.start);
    if (!sameInput && !opens) this.startOver();
    this.order = headOrder(data, this.settings.order);
    fillControls(this);
    fillDownloads(this);
    this.refreshThumbnails();
    this.refreshMatrix();
    if (opens) this.pinAddressed();
  }

  // The settings stay while sentences and pages change; a link that names any comes before memory.
  open() {
    this.settings = this.showsMap ? openingSettings(this.data.standalone) : defaultSettings();
    ({ layer: this.layer, head: this.head } = { ...this.data.start, ...this.settings });
    this.selection = readHeads(this.data, this.settings.heads);
  }

  startOver() {
    this.pinned = false;
    this.cell = null;
    this.settings.cell = "";
    this.zoom = wholeMap();
  }

  set(name, choice) {
    this.settings[name] = choice;
    if (name === "combine" && !this.selection.size) this.selection = this.wholeLayer();
    if (name === "order") this.order = headOrder(this.data, choice);
    if (["words", "special", "sentences"].includes(name)) this.startOver();
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
    if (this.settings.combine === "one") this.refreshMatrix();
    this.drawHead();
  }

  select(indices) {
    this.selection = new Set(indices);
    this.refreshMatrix();
    this.drawHead();
  }

  // One head is opened; where several are combined, or another key is held, heads are added and taken away.
  clickHeads({ index, layer, head }, adds) {
    if (!this.showsMap) return this.openHead(spotOf(this.data, index));
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
    if (this.showsMap && !data.standalone) keepSettings(settings, this.spot);
    const [layer] = this.matrix.missing;
    if (this.showsMap && layer !== undefined && layer !== this.asked) {
      this.asked = layer;
      this.askForLayer(layer);
    }
  }

  draw() {
    const width = this.find(".view").clientWidth;
    if (!this.data || !width) return;
    const host = this.root.host ?? this.root;
    this.theme = readTheme(host, this.settings.scale);
    showSettings(this);
    const room = shareRoom(host, width, this.find(".notes").offsetHeight);
    this.find(".view").classList.toggle("narrow", room.narrow);
    this.find(".view").classList.toggle("overview", !this.showsMap);
    this.drawHeads(this.showsMap ? room : { grid: width, height: this.data.height });
    if (this.showsMap) {
      const context = this.find(".cells").getContext("2d");
      this.map = mapLayout(context, this.matrix, this.theme, room.map, room.height);
      this.zoom = reveal(this.map, this.zoom, { query: this.zoom.y, key: this.zoom.x });
      this.scrolls = this.map.width > Math.ceil(room.map);
      this.find(".map").classList.toggle("scrolls", this.scrolls);
      this.find(".zoom").hidden = !isWorthZooming(this.map);
    }
    this.drawHead();
  }

  // What stands above and below the thumbnails takes its height first.
  drawHeads(room) {
    this.find(".side").style.width = `${room.grid}px`;
    const taken = [".bar", ".legend", ".controls"].reduce((sum, name) => sum + this.find(name).offsetHeight, 0);
    this.grid = gridLayout(this.data, room.grid, room.narrow ? room.height : room.height - taken);
    drawGrid(this.find(".thumbnails"), this);
  }

  drawHead() {
    if (!this.grid) return;
    this.find(".title").textContent = viewTitle(this);
    showSettings(this);
    drawGridFrames(this.find(".frame"), this);
    if (!this.showsMap) return;
    this.find(".changes").textContent = changesSaid(this);
    this.theme = scaledTo(this.theme, this.matrix.values.reduce((most, value) => Math.max(most, value), 0));
    drawRamp(this.find(".ramp"), this.data, this.theme);
    this.image = this.mapImage();
    this.drawCells();
    if (this.find(".numbers").open && !this.matrix.missing.length) fillTable(this.find(".table"), this);
  }

  // While a layer is on its way its thumbnail stands in.
  mapImage() {
    const { rows, columns, missing } = this.matrix;
    const whole = rows.length === this.data.n && columns.length === this.data.n;
    if (missing.length && whole) return thumbnailImage(this.thumbnail(this.spot), this.theme);
    return mapImage(this.matrix, this.theme);
  }

  drawCells() {
    drawMap(this.find(".cells"), this);
    this.point(this.cell);
  }

  zoomTo(zoom) {
    this.zoom = zoom;
    this.drawCells();
  }

  point(cell) {
    this.cell = cell;
    if (!this.map) return;
    drawMapCursor(this.find(".cursor"), this);
    const tip = this.find(".tip");
    tip.hidden = !cell || this.scrolls;
    const { data, matrix } = this;
    this.find(".reading").textContent = cell ? cellReading(data, matrix, cell) : data.words.hint;
    if (tip.hidden) return;
    tip.textContent = this.find(".reading").textContent;
    const [left, top] = cornerOf(this.map, this.zoom, cell).map((edge) => edge + 8);
    tip.style.top = `${top}px`;
    tip.style.left = `${Math.max(0, Math.min(left, this.map.width - tip.offsetWidth))}px`;
  }

  pin(cell) {
    this.pinned = Boolean(cell);
    this.settings.cell = cell ? `${cell.query}-${cell.key}` : "";
    keepSettings(this.settings, this.spot);
    this.point(cell);
  }

  pinAddressed() {
    const [, query, key] = (/^(\d{1,3})-(\d{1,3})$/.exec(this.settings.cell) ?? []).map(Number);
    if (!(query < this.matrix.rows.length && key < this.matrix.columns.length)) return;
    this.cell = { query, key };
    this.pinned = true;
  }

  moveHead([down, right]) {
    const { layers, heads } = this.data;
    const place = this.order.indexOf(this.index);
    const wrap = (value, count) => (value + count) % count;
    const row = wrap(Math.floor(place / heads) + down, layers);
    this.choose(spotOf(this.data, this.order[row * heads + wrap((place % heads) + right, heads)]));
  }

  moveCell([down, right]) {
    const from = this.cell ?? { query: 0, key: 0 };
    const within = (value, count) => Math.max(0, Math.min(value, count - 1));
    this.cell = {
      query: within(from.query + down, this.matrix.rows.length),
      key: within(from.key + right, this.matrix.columns.length),
    };
    this.zoomTo(reveal(this.map, this.zoom, this.cell));
  }

  dispose() {
    this.observer.disconnect();
    this.ending.abort();
  }
}

export function createView(root) {
  return new AttentionView(root);
}
