// Keys that lecturers have in their fingers; they do nothing while somebody types or moves in a menu.

const FORWARD = ["ArrowRight", "PageDown", " "];
const BACK = ["ArrowLeft", "PageUp"];
const OWN_ARROWS = "[role=radiogroup], [role=slider], [role=tablist], [role=listbox], [role=menu], [role=dialog]";
const PRESSED_BY_SPACE = "button, summary, a, [role=button], [role=radio], [role=tab], [role=switch]";

export function stepByKeys(view) {
  const onKey = (event) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event;
    if (ctrlKey || altKey || metaKey || shiftKey || defaultPrevented) return;
    if ("tour" in document.documentElement.dataset) return; // these keys walk the tour
    const way = FORWARD.includes(key) ? 1 : BACK.includes(key) ? -1 : 0;
    if (!way || isElsewhere(event)) return;
    event.preventDefault();
    view.go(view.step + way);
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

// Typing, walking among cells, and what Space presses.
function isElsewhere(event) {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")) return true;
  if (target.closest(OWN_ARROWS)) return true;
  return event.key === " " && (target.matches("input") || target.closest(PRESSED_BY_SPACE) !== null);
}
