// The card: the step, its task and its question, and the ways to the others.

import { fillIn, make, makeButton } from "./dom.js";
import { makeQuestion } from "./question.js";
import { isElsewhere } from "./place.js";

const FOLDED = "bertscope_tour_folded";
const SOON = 150; // milliseconds in which further steps are one question to the server
const COLOURS = ["--st-primary-color", "--st-background-color", "--st-secondary-background-color", "--st-text-color", "--st-border-color", "--st-font", "--st-green-color"];

export function createCard() {
  const tour = { data: null, step: 0, asked: 0, done: new Set(), guesses: new Map(), listeners: [], begun: Date.now() };
  tour.host = make("div", "tour-card-host");
  tour.root = tour.host.attachShadow({ mode: "open" });
  tour.lit = make("style"); // what the step points at
  tour.folded = readFolded();
  tour.receive = (data, theme) => receive(tour, data, theme);
  tour.go = (step) => goTo(tour, step);
  tour.again = () => askFor(tour);
  tour.close = () => {
    tour.ask({ do: "end" });
    takeAway(tour);
  };
  tour.changed = () => tour.listeners.forEach((listen) => listen());
  return tour;
}

function readFolded() {
  try {
    return window.localStorage.getItem(FOLDED) === "true";
  } catch {
    return false;
  }
}

function keepFolded(folded) {
  try {
    window.localStorage.setItem(FOLDED, String(folded));
  } catch {
    return; // a browser may refuse its storage
  }
}

function receive(tour, data, theme) {
  for (const name of COLOURS) tour.host.style.setProperty(name, theme.getPropertyValue(name));
  if (!data.tour) {
    takeAway(tour);
    tour.data = null;
    return;
  }
  const other = tour.data?.id !== data.id;
  if (other) Object.assign(tour, { done: new Set(), guesses: new Map(), begun: Date.now(), asked: data.answered });
  tour.data = data;
  const late = data.answered < tour.asked; // an answer to an earlier question: the visitor is further
  if (other || !late) tour.step = data.step;
  if (other) build(tour);
  if (!tour.host.isConnected) {
    document.head.append(tour.lit);
    document.body.append(tour.host);
    document.documentElement.dataset.tour = "";
  }
  draw(tour);
}

function takeAway(tour) {
  tour.host.remove();
  tour.lit.remove();
  delete document.documentElement.dataset.tour;
  tour.closed?.();
}

// The step is shown at once; of several in a moment the server is asked for the last.
function goTo(tour, step) {
  if (!tour.data || step < 1 || step > tour.data.steps.length || step === tour.step) return;
  tour.step = step;
  askFor(tour);
  draw(tour);
}

function askFor(tour) {
  tour.asked += 1;
  const send = () => {
    tour.waiting = null;
    tour.sent = performance.now();
    tour.ask({ do: "go", step: tour.step, number: tour.asked });
  };
  if (tour.waiting) return;
  if (performance.now() - (tour.sent ?? -SOON) > SOON) send();
  else tour.waiting = setTimeout(send, SOON);
}

function build(tour) {
  const { words } = tour.data;
  const style = make("style");
  style.textContent = CARD_STYLE;
  const card = make("section", "card");
  const find = (name) => card.querySelector(`.${name}`);
  tour.find = find;
  card.setAttribute("aria-label", tour.data.title);
  const head = make("div", "head");
  head.append(
    make("strong", "title"),
    makeButton("fold", "", words.fold, () => fold(tour)),
    makeButton("close", "✕", words.close, () => tour.close()),
  );
  const body = make("div", "body");
  body.append(make("p", "text"), make("div", "task"), make("div", "question"), makeButton("again", "", words.again, () => tour.again()));
  const foot = make("div", "foot");
  const jump = make("select", "jump");
  jump.ariaLabel = words.jump;
  jump.onchange = () => tour.go(Number(jump.value));
  foot.append(
    makeButton("back", "←", words.back, () => tour.go(tour.step - 1)),
    jump,
    makeButton("next", "→", words.next, () => tour.go(tour.step + 1)),
    makeButton("help", "?", words.help, () => tour.help?.()),
  );
  const said = make("p", "said");
  said.setAttribute("role", "status");
  card.append(make("div", "progress"), head, body, foot, said);
  tour.root.replaceChildren(style, card);
}

function fold(tour) {
  tour.folded = !tour.folded;
  keepFolded(tour.folded);
  draw(tour);
}

function draw(tour) {
  const { data, step, find } = tour;
  const { words, steps } = data;
  const now = steps[step - 1];
  tour.now = now;
  find("title").textContent = now.title;
  find("text").textContent = now.text;
  find("fold").textContent = tour.folded ? "▴" : "▾";
  find("fold").ariaLabel = find("fold").title = tour.folded ? words.unfold : words.fold;
  find("fold").setAttribute("aria-expanded", !tour.folded);
  tour.root.querySelector(".card").classList.toggle("folded", tour.folded);
  find("back").disabled = step === 1;
  find("next").disabled = step === steps.length;
  find("progress").style.setProperty("--share", step / steps.length);
  const names = steps.map(({ title }, number) => new Option(`${number + 1} / ${steps.length}  ${title}`, number + 1));
  find("jump").replaceChildren(...names);
  find("jump").value = step;
  drawTask(tour);
  if (tour.asks !== now) find("question").replaceChildren(...makeQuestion(tour));
  tour.asks = now;
  drawPlace(tour);
  const said = fillIn(words.said, { step, steps: steps.length, title: now.title });
  if (find("said").textContent !== said) find("said").textContent = said;
  tour.lit.textContent = now.highlight
    ? `${now.highlight} { outline: 3px solid ${tour.host.style.getPropertyValue("--st-primary-color")}; outline-offset: -1px; border-radius: 6px; }`
    : "";
  tour.changed();
}

export function drawTask(tour) {
  const { find, now, step, done } = tour;
  const { task } = now;
  find("task").hidden = !task;
  if (!task) return;
  const ticked = done.has(step);
  find("task").classList.toggle("done", ticked);
  const tick = make("span", "tick", ticked ? "☑" : task.done ? "☐" : "▸");
  tick.setAttribute("role", "img");
  tick.ariaLabel = ticked ? tour.data.words.done : tour.data.words.task;
  find("task").replaceChildren(tick, make("span", "", task.text));
}

export function drawPlace(tour) {
  const away = isElsewhere(tour);
  tour.find("again").textContent = away ? `↩ ${tour.data.words.again}` : `↺ ${tour.data.words.anew}`;
  tour.find("again").ariaLabel = tour.find("again").title = away ? tour.data.words.again : tour.data.words.anew;
  tour.find("again").classList.toggle("away", away);
}
