// The stepper: one step on screen, the numbers of all of them at hand; it asks the server for nothing.

import { keepPlace } from "./place.js";
import { cellLine } from "./explain.js";
import { toySteps } from "./maths.js";
import { columnName } from "./matrices.js";
import { readTheme } from "./numbers.js";
import { element, symbols } from "./dom.js";
import { nameOf, picture } from "./picture.js";
import { STEPS } from "./steps.js";

export function createView(host) {
  const find = (name) => host.querySelector(`.${name}`);
  const view = { host, find, step: 0, token: 0, numbers: false, pointed: null };

  view.receive = (data) => {
    const before = view.data;
    view.data = data;
    if (data.typed) goOn(view, before);
    else if (before?.id !== data.id) begin(view);
    view.scene = makeScene(view);
    fillBar(view);
    draw(view);
  };
  view.go = (step) => {
    if (step < 0 || step >= STEPS.length || !view.scene) return;
    const forward = step === view.step + 1;
    view.step = step;
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
  view.step = placeOf(step, STEPS.length, 0);
  view.token = placeOf(token, data.tokens.length, data.opening);
  view.numbers = numbers === "true";
  view.toy = data.toy && structuredClone(data.toy);
}

// Another sentence while somebody types: the step stays, and the token that was chosen, if there is one.
function goOn(view, { opening }) {
  const { data, token } = view;
  if (token === opening || token >= data.tokens.length) view.token = data.opening;
}

// A number of an address counts from 1; what is none, or leads nowhere, means the usual place.
function placeOf(text, count, usual) {
  const number = /^\d{1,3}$/.test(text ?? "") ? Number(text) : 0;
  return number >= 1 && number <= count ? number - 1 : usual;
}

function makeScene({ data, toy, find, token }) {
  const numbers = data.kind === "toy" ? toySteps(toy) : data;
  return { ...numbers, data, token, theme: readTheme(find("by-hand")) };
}

function fillBar({ data, find, token, numbers }) {
  const { words } = data;
  const options = STEPS.map(([name], number) => {
    const option = new Option(`${number + 1}  ${words.steps[name].title}`, number);
    option.dataset.name = name;
    return option;
  });
  find("step").replaceChildren(...options);
  find("token").replaceChildren(...data.tokens.map((name, number) => new Option(name, number)));
  find("token").value = token;
  find("numbers").checked = numbers;
  for (const name of ["back", "next", "reset"]) find(name).title = find(name).ariaLabel = words[name];
  find("reset").textContent = words.reset;
  for (const name of ["numbers", "causal", "token"]) find(`${name}-name`).textContent = words[name];
  find("step").ariaLabel = words.step;
  find("keys").textContent = `${words.point} ${words.keys}`;
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
  view.pointed = null;
  light(view, null);
}

// Light what a number came from and write it out; without one say what the head does.
function light(view, spot) {
  const { matrices, drawn, data, find } = view;
  const last = matrices.length - 1;
  const explained = spot && spot.number === last ? drawn.explain?.(spot.r, spot.c) : null;
  const lights = explained ? explained.lights : spot ? [[spot.number, spot.r, spot.c]] : [];
  matrices.forEach((matrix, number) => {
    const own = spot?.number === number ? spot : { head: explained?.head };
    matrix.light(lights.filter(([at]) => at === number).map(([, row, column]) => [row, column]), own.r === undefined && own.head === undefined ? null : own);
  });
  if (!spot) {
    find("line").replaceChildren(data.answer ? element("span", "answer", data.answer) : "");
    return;
  }
  const { r, c } = spot;
  const { part } = matrices[spot.number];
  const row = part.rows?.[r] ?? String(r);
  const column = part.heads?.[c] ?? columnName(data, part.name, c);
  const line = explained ? explained.line : cellLine(data, nameOf(part), row, column, part.values[r][c]);
  const place = explained ? [element("span", "place", `${row} ${part.heads ? "→" : "·"} ${column}: `)] : [];
  find("line").replaceChildren(...place, ...symbols(line));
}

function spotOf({ matrices }, event) {
  for (const [number, matrix] of matrices.entries()) {
    if (!matrix.root.contains(event.target)) continue;
    const spot = matrix.spot(event);
    return spot && { number, ...spot };
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
  pictures.addEventListener("pointermove", (event) => point(view, spotOf(view, event)));
  pictures.addEventListener("pointerleave", () => point(view, null));
  pictures.addEventListener("focusin", (event) => point(view, spotOf(view, event)));
  pictures.addEventListener("keydown", (event) => walk(view, event));
  pictures.addEventListener("focusout", ({ target }) => settle(view, target));
  pictures.addEventListener("input", ({ target }) => edit(view, target));
}

function point(view, spot) {
  const [now, before] = [spot, view.pointed].map((one) => one && `${one.number} ${one.r} ${one.c}`);
  if (now === before) return;
  view.pointed = spot;
  light(view, spot);
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

const WHOLE = /^[-−]?\d{1,2}$/;

function edit(view, field) {
  if (!field.matches(".edit")) return;
  const wrong = !WHOLE.test(field.value.trim());
  field.setAttribute("aria-invalid", wrong);
  if (wrong) {
    view.find("line").replaceChildren(element("span", "answer", view.data.words.whole));
    return;
  }
  const { matrix, row, column } = field.dataset;
  const [written, value] = [field.value, Number(field.value.trim().replace("−", "-"))];
  changeToy(view, (toy) => (toy.matrices[matrix][row][column] = value));
  const again = `.edit[data-matrix="${matrix}"][data-row="${row}"][data-column="${column}"]`;
  const drawn = view.host.querySelector(again);
  drawn.value = written; // as it is being typed
  drawn.focus();
  drawn.setSelectionRange(written.length, written.length);
}

// Whoever leaves a field finds in it the number that is used.
function settle(view, field) {
  if (!field.matches?.(".edit")) return;
  const { matrix, row, column } = field.dataset;
  field.value = view.toy.matrices[matrix][row][column];
  field.setAttribute("aria-invalid", false);
}

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function walk(view, event) {
  const way = WAYS[event.key];
  const spot = way && !event.target.matches("input") && spotOf(view, event);
  if (!spot || spot.number !== view.matrices.length - 1) return;
  event.preventDefault();
  const { part, enter } = view.matrices.at(-1);
  const next = { r: spot.r + way[0], c: spot.c + way[1] };
  if (part.values[next.r]?.[next.c] === undefined) return;
  enter(next);
  point(view, { number: spot.number, ...next });
}
