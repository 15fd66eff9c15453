// A task ticks by itself: by what the address says, by what is typed, or by a click on a place.

import { drawPlace, drawTask } from "./card.js";

const LOOK_AGAIN = 400; // milliseconds; nobody tells when the address was changed
const TYPED_IN = "[data-testid=stMain] :is(input[type=text], input:not([type]), textarea)";

function isOn(tour) {
  return tour.data && tour.host.isConnected;
}

function tick(tour) {
  if (tour.done.has(tour.step)) return;
  tour.done.add(tour.step);
  drawTask(tour);
  tour.find("said").textContent = tour.data.words.done;
}

function look(tour) {
  const { href } = window.location;
  if (!isOn(tour) || (href === tour.href && tour.now === tour.watched)) return;
  drawPlace(tour);
  const parameters = new URL(href).searchParams;
  const done = tour.now.task?.done;
  const began = tour.now !== tour.watched;
  // While the step is on its way, the address is that of the one before.
  if (began && parameters.get("tour_step") !== String(tour.step)) return;
  tour.href = href;
  if (began) Object.assign(tour, { watched: tour.now, before: null });
  if (!done || done.kind === "clicked" || done.name === "text") return;
  const value = parameters.get(done.name);
  if (done.kind === "equals" && value === done.value) tick(tour);
  if (done.kind === "changed") {
    if (!began && tour.before !== value && tour.before !== null) tick(tour);
    tour.before = value ?? "";
  }
}

export function watchTask(tour) {
  setInterval(() => look(tour), LOOK_AGAIN);
  let typed = null;
  const left = (event) => {
    const done = isOn(tour) && tour.now.task?.done;
    if (typed && done && done.kind === "changed" && done.name === "text" && event.composedPath()[0] === typed) tick(tour);
    if (event.type === "focusout") typed = null;
  };
  document.addEventListener("input", ({ target }) => target.matches?.(TYPED_IN) && (typed = target));
  document.addEventListener("focusout", left);
  document.addEventListener("keydown", (event) => event.key === "Enter" && left(event), true);
  document.addEventListener(
    "click",
    (event) => {
      const done = isOn(tour) && tour.now.task?.done;
      if (!done || done.kind !== "clicked" || !done.selector) return;
      if (event.composedPath().some((part) => part instanceof Element && part.matches(done.selector))) tick(tour);
    },
    true,
  );
}
