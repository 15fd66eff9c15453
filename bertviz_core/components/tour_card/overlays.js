// What lies over the page while somebody presents: nothing at all, all steps, a number to jump to, a spot, the keys.

import { fillIn, make, makeButton } from "./dom.js";

const HELD = 600; // milliseconds

export function overlays(tour) {
  let open = null;
  let before = null; // what had the focus
  let spot = null;
  const close = () => {
    open?.remove();
    open = null;
    spot?.remove();
    spot = null;
    before?.focus?.();
    before = null;
  };
  const show = (kind, label) => {
    const again = open?.dataset.kind === kind;
    close();
    if (again) return null;
    open = make("div", `over ${kind}`);
    open.dataset.kind = kind;
    if (kind !== "black") {
      before = document.activeElement;
      open.setAttribute("role", "group"); // Streamlit's dialogs are those whose keys are their own
      open.ariaLabel = label;
      open.tabIndex = -1;
      open.append(make("h2", "", label));
    }
    tour.root.append(open);
    return open;
  };

  function overview() {
    const place = show("overview", tour.data.title);
    if (!place) return;
    const grid = make("div", "grid");
    tour.data.steps.forEach(({ title }, number) => {
      const button = makeButton("", "", title, () => {
        close();
        tour.go(number + 1);
      });
      button.append(make("b", "", String(number + 1)), make("span", "", title));
      if (number + 1 === tour.step) button.setAttribute("aria-current", "step");
      grid.append(button);
    });
    place.append(grid);
    grid.children[tour.step - 1].focus();
    grid.onkeydown = (event) => {
      const ways = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
      const at = [...grid.children].indexOf(tour.root.activeElement);
      if (event.key in ways) grid.children[at + ways[event.key]]?.focus();
    };
  }

  function jump() {
    const place = show("small jump-to", fillIn(tour.data.words.jumpTo, { steps: tour.data.steps.length }));
    if (!place) return;
    const field = make("input");
    field.inputMode = "numeric";
    field.maxLength = 3;
    field.ariaLabel = place.ariaLabel;
    field.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      const step = Number(field.value);
      if (!Number.isInteger(step) || step < 1 || step > tour.data.steps.length) return field.select();
      close();
      tour.go(step);
    };
    place.querySelector("h2").append(field);
    field.focus();
  }

  function help() {
    const place = show("small keys", tour.data.words.keys);
    if (!place) return;
    const list = make("dl");
    for (const [keys, what] of tour.data.words.help_lines) list.append(make("dt", "", keys), make("dd", "", what));
    place.append(list, makeButton("", tour.data.words.closeHelp, tour.data.words.closeHelp, close));
    place.focus();
  }

  function black() {
    const place = show("black", "");
    if (place) place.onclick = close;
  }

  const follow = ({ clientX, clientY }) => {
    spot?.style.setProperty("--x", `${clientX}px`);
    spot?.style.setProperty("--y", `${clientY}px`);
  };
  let mouse = { clientX: window.innerWidth / 2, clientY: window.innerHeight / 2 };
  const beginSpot = () => {
    spot = make("div", "over spot");
    tour.root.append(spot);
    follow(mouse);
  };
  const endSpot = () => {
    spot?.remove();
    spot = null;
  };
  holdForSpot(tour, { begin: () => !open && !spot && beginSpot(), end: endSpot });
  document.addEventListener("pointermove", (event) => {
    mouse = event;
    follow(event);
  });

  return {
    black,
    help,
    jump,
    overview,
    close,
    spot: () => (spot ? endSpot() : !open && beginSpot()),
    isOpen: () => open !== null || spot !== null,
    isBlack: () => open?.dataset.kind === "black",
  };
}

// A long press on the page shows the spot until it is let go; one that moves selects or drags.
function holdForSpot(tour, { begin, end }) {
  let waiting = null;
  let held = false;
  let from = null;
  const stop = () => {
    clearTimeout(waiting);
    if (held) end();
    held = false;
  };
  document.addEventListener("pointerdown", (event) => {
    stop();
    const [target] = event.composedPath();
    if (!tour.data || !tour.host.isConnected || event.button !== 0 || event.pointerType !== "mouse") return;
    if (!(target instanceof Element) || target.closest("input, textarea, button, a, [role=slider]")) return;
    from = event;
    waiting = setTimeout(() => {
      held = true;
      begin();
    }, HELD);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!held && from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > 5) clearTimeout(waiting);
  });
  document.addEventListener("pointerup", stop);
  document.addEventListener("pointercancel", stop);
}
