// The stepper: one step on screen, the numbers of all of them at hand; it asks the server for nothing.

import { keepPlace } from "./place.js";
import { cellLine } from "./explain.js";
import { toySteps } from "./maths.js";
import { columnName } from "./matrices.js";
import { readTheme } from "./numbers.js";
import { element, picture, symbols } from "./picture.js";
import { STEPS } from "./steps.js";

export function createView(host) {
  const find = (name) => host.querySelector(`.${name}`);
  const view = { host, find, step: 0, token: 0, numbers: false, cell: [0, 0] };

  view.receive = (data) => {
    const other = view.data?.id !== data.id;
    view.data = data;
    if (other) begin(view);
    view.scene = makeScene(view);
    fillBar(view);
    draw(view);
  };
  view.go = (step) => {
    if (step < 0 || step >= STEPS.length || !view.scene) return;
    const forward = step === view.step + 1;
    Object.assign(view, { step, cell: [0, 0] });
    draw(view, { arriving: forward });
    keepPlace(view);
  };
  view.resize = () => view.scene && draw(view);
  listen(view);
  return view;
}

function begin(view) {
  const { data } = view;
  const { step, token, numbers } = data.address;
  view.step = Math.min(STEPS.length, Math.max(1, Number(step) || 1)) - 1;
  view.token = Math.min(data.tokens.length, Math.max(1, Number(token) || data.opening + 1)) - 1;
  view.numbers = numbers === "true";
  view.toy = data.toy && structuredClone(data.toy);
}

function makeScene({ data, toy, find, token }) {
  const numbers = data.kind === "toy" ? toySteps(toy) : data;
  return { ...numbers, data, token, theme: readTheme(find("by-hand")) };
}

function fillBar({ data, find, token, numbers }) {
  const { words } = data;
  const options = STEPS.map(([name], number) => new Option(`${number + 1}  ${words.steps[name].title}`, number));
  find("step").replaceChildren(...options);
  find("token").replaceChildren(...data.tokens.map((name, number) => new Option(name, number)));
  find("token").value = token;
  find("numbers").checked = numbers;
  for (const name of ["back", "next", "reset"]) find(name).title = find(name).ariaLabel = words[name];
  find("reset").textContent = words.reset;
  for (const name of ["numbers", "causal", "token"]) find(`${name}-name`).textContent = words[name];
  find("step").ariaLabel = words.step;
  find("keys").textContent = words.keys;
  find("by-hand").classList.toggle("toy", data.kind === "toy");
  for (const [role, colour] of Object.entries(data.roles)) find("by-hand").style.setProperty(`--${role}`, colour);
}

function draw(view, { arriving = false } = {}) {
  const { data, find, scene, numbers } = view;
  const [name, make] = STEPS[view.step];
  scene.token = view.token;
  const step = make(scene);
  view.drawn = step;
  const { title, sentence } = data.words.steps[name];
  find("step").value = view.step;
  find("back").disabled = view.step === 0;
  find("next").disabled = view.step === STEPS.length - 1;
  find("formula").replaceChildren(...symbols(step.formula));
  find("sentence").replaceChildren(element("strong", "", title), `: ${sentence}`);
  find("token-field").hidden = !step.chooses;
  find("causal-field").hidden = !step.causal;
  find("reset").hidden = data.kind !== "toy";
  find("numbers-field").hidden = data.kind === "toy";
  find("causal").checked = Boolean(view.toy?.causal);
  const made = picture(step, scene, { width: find("picture").clientWidth, numbers });
  view.matrices = made.matrices;
  made.root.classList.toggle("arriving", arriving);
  find("picture").replaceChildren(made.root);
  prepareResult(view);
  light(view, null);
}

// One cell of the result can be reached by Tab, the others from there with the arrow keys.
function prepareResult(view) {
  const { cells } = view.matrices.at(-1);
  const [r, c] = view.cell;
  if (!cells[r]?.[c]) view.cell = [0, 0];
  const cell = cells[view.cell[0]][view.cell[1]];
  if (!cell.firstElementChild) cell.tabIndex = 0;
}

// Light what a cell came from and write it out; without one say what can be pointed at.
function light(view, spot) {
  const { matrices, drawn, data, find } = view;
  for (const { cells, figures } of matrices) {
    for (const row of cells ?? []) for (const cell of row) cell.classList.remove("lit", "own");
    for (const figure of figures ?? []) figure.classList.remove("lit");
  }
  if (!spot) {
    find("line").replaceChildren(element("span", "hint", data.words.point));
    return;
  }
  const { number, r, c } = spot;
  const { part, cells } = matrices[number];
  const explained = number === matrices.length - 1 && drawn.explain?.(r, c);
  const lights = explained ? explained.lights : [[number, r, c]];
  for (const [at, row, column] of lights) {
    matrices[at].cells.forEach((line, i) =>
      line.forEach((cell, j) => {
        if ((row === null || row === i) && (column === null || column === j)) cell.classList.add("lit");
      }),
    );
  }
  cells[r][c].classList.add("own");
  if (explained?.head !== undefined) matrices[0].figures?.[explained.head].classList.add("lit");
  const rowName = part.rows?.[r] ?? String(r);
  const column = part.heads?.[c] ?? columnName(data, part.name, c);
  const name = part.label.map(({ text, sub = "" }) => text + sub).join("");
  const line = explained ? explained.line : cellLine(data, name, rowName, column, part.values[r][c]);
  const place = explained ? [element("span", "place", `${rowName} ${part.heads ? "→" : "·"} ${column}: `)] : [];
  find("line").replaceChildren(...place, ...symbols(line));
}

function spotOf(view, target) {
  const cell = target.closest?.("td");
  if (!cell) return null;
  for (const [number, { cells }] of view.matrices.entries()) {
    for (const [r, row] of (cells ?? []).entries()) {
      const c = row.indexOf(cell);
      if (c >= 0) return { number, r, c };
    }
  }
  return null;
}

function listen(view) {
  const { find } = view;
  find("back").onclick = () => view.go(view.step - 1);
  find("next").onclick = () => view.go(view.step + 1);
  find("step").onchange = (event) => view.go(Number(event.target.value));
  find("token").onchange = (event) => change(view, { token: Number(event.target.value) });
  find("numbers").onchange = (event) => change(view, { numbers: event.target.checked });
  find("causal").onchange = (event) => changeToy(view, (toy) => Object.assign(toy, { causal: event.target.checked }));
  find("reset").onclick = () => changeToy(view, (toy) => Object.assign(toy, structuredClone(view.data.usual)));
  const pictures = find("picture");
  pictures.addEventListener("pointerover", ({ target }) => light(view, spotOf(view, target)));
  pictures.addEventListener("pointerleave", () => light(view, null));
  pictures.addEventListener("focusin", ({ target }) => light(view, spotOf(view, target)));
  pictures.addEventListener("keydown", (event) => walk(view, event));
  pictures.addEventListener("input", ({ target }) => edit(view, target));
}

function change(view, what) {
  Object.assign(view, what);
  draw(view);
  keepPlace(view);
}

function changeToy(view, apply) {
  apply(view.toy);
  view.scene = makeScene(view);
  draw(view);
  keepPlace(view);
}

function edit(view, field) {
  const value = Math.trunc(Number(field.value));
  if (!field.matches(".edit") || field.value === "" || !(Math.abs(value) <= 99)) return;
  const { matrix, row, column } = field.dataset;
  changeToy(view, (toy) => (toy.matrices[matrix][row][column] = value));
  const again = `.edit[data-matrix="${matrix}"][data-row="${row}"][data-column="${column}"]`;
  view.host.querySelector(again)?.focus();
}

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function walk(view, event) {
  const way = WAYS[event.key];
  const spot = way && !event.target.matches("input") && spotOf(view, event.target);
  if (!spot || spot.number !== view.matrices.length - 1) return;
  event.preventDefault();
  const { cells } = view.matrices.at(-1);
  const next = cells[spot.r + way[0]]?.[spot.c + way[1]];
  if (!next) return;
  cells[spot.r][spot.c].tabIndex = -1;
  next.tabIndex = 0;
  view.cell = [spot.r + way[0], spot.c + way[1]];
  next.focus();
}
