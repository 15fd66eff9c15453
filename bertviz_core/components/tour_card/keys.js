// The keys that lecturers have in their fingers, while a tour is on; none of them while somebody types.

import { overlays } from "./overlays.js";

const FORWARD = ["ArrowRight", "PageDown", " ", "n"];
const BACK = ["ArrowLeft", "PageUp", "p"];
const NOT_TYPED_IN = ["button", "checkbox", "radio", "range", "submit", "color", "file", "reset"];
const WRITTEN_IN = "textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=searchbox], [role=combobox]";
const OF_ITS_OWN = "[role=dialog], [role=listbox], [role=menu]";
const OWN_ARROWS = "[role=radiogroup], [role=slider], [role=tablist], [role=grid], input[type=range], input[type=radio], canvas[tabindex], td[tabindex]";
const PRESSED_BY_SPACE = "button, summary, a[href], input, [role=button], [role=radio], [role=tab], [role=switch], [role=option]";

function has(event, selector) {
  return event.composedPath().some((part) => part instanceof Element && part.matches(selector));
}

export function isTyped(event) {
  const [target] = event.composedPath();
  if (target instanceof HTMLInputElement && !NOT_TYPED_IN.includes(target.type)) return true;
  return has(event, WRITTEN_IN) || target.isContentEditable || has(event, OF_ITS_OWN);
}

function stepWay(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key.startsWith("Arrow") && has(event, OWN_ARROWS)) return 0;
  if (key === " " && has(event, PRESSED_BY_SPACE)) return 0;
  return FORWARD.includes(key) ? 1 : BACK.includes(key) ? -1 : 0;
}

function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {}); // a browser may refuse
}

export function listenForKeys(tour) {
  const over = overlays(tour);
  tour.help = over.help;
  tour.closed = over.close;
  const others = { f: toggleFullScreen, b: over.black, ".": over.black, o: over.overview, g: over.jump, l: over.spot, "?": over.help, s: () => tour.openWindow() };
  window.addEventListener("keydown", (event) => {
    const { key, repeat, ctrlKey, altKey, metaKey, defaultPrevented } = event;
    if (!tour.data || !tour.host.isConnected || ctrlKey || altKey || metaKey || defaultPrevented) return;
    if (key === "Escape" && over.isOpen()) {
      event.preventDefault();
      over.close();
      return;
    }
    if (isTyped(event)) return;
    if (over.isBlack()) {
      event.preventDefault(); // any key brings the picture back, and does nothing else
      over.close();
      return;
    }
    const way = over.isOpen() ? 0 : stepWay(event);
    const other = others[key.toLowerCase()];
    if (!way && !other) return;
    event.preventDefault();
    if (way) tour.go(tour.step + way);
    else if (!repeat) other();
  });
}
