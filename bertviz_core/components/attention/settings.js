// What the visitor chose for the view, in the page's address (only what is not the default), without
// asking the server; and in the memory of the tab, because Streamlit empties the address when the
// visitor changes pages. Layers and heads are counted from 1 there, as on screen.

const CHOICES = {
  mode: ["map", "lines"],
  words: [false, true],
  special: ["show", "dim", "hide"],
  renormalise: [false, true],
  sentences: ["all", "aa", "ab", "ba", "bb"],
  scale: ["", "sqrt", "linear", "relative"], // "" leaves it to the length of the input
  combine: ["one", "mean", "max"],
};
const TAB_MEMORY = Symbol.for("attention: last view");

export function defaultSettings() {
  const first = Object.fromEntries(Object.entries(CHOICES).map(([name, [choice]]) => [name, choice]));
  return { ...first, order: "layer", heads: "", cell: "", zoom: "" };
}

// An address that says anything about the view says all of it; without one the tab remembers.
export function openingSettings({ id, standalone, address: asked = {} }) {
  const address = standalone ?? asked;
  const settings = defaultSettings();
  const names = ["layer", "head", ...Object.keys(settings)];
  const memory = standalone ? undefined : globalThis[TAB_MEMORY];
  const ofAnother = memory && memory.of !== id; // what is kept of a text belongs to it alone
  const forgotten = ofAnother ? { cell: "", zoom: "" } : {};
  if (!standalone && !names.some((name) => name in address)) return { ...settings, ...memory, ...forgotten };
  for (const [name, choices] of Object.entries(CHOICES)) {
    settings[name] = choices.find((choice) => String(choice) === address[name]) ?? settings[name];
  }
  for (const name of ["order", "heads", "cell", "zoom"]) settings[name] = address[name] ?? settings[name];
  for (const name of ["layer", "head"]) {
    if (/^\d{1,3}$/.test(address[name] ?? "")) settings[name] = Number(address[name]) - 1;
  }
  const stale = ofAnother && memory.cell === settings.cell && memory.zoom === settings.zoom;
  return stale ? { ...settings, ...forgotten } : settings;
}

export function keepSettings(settings, { layer, head }, id) {
  globalThis[TAB_MEMORY] = { ...settings, layer, head, of: id };
  const url = new URL(window.location.href);
  const defaults = defaultSettings();
  for (const [name, choice] of Object.entries(settings)) {
    if (name in defaults && choice !== defaults[name]) url.searchParams.set(name, choice);
    else if (name in defaults) url.searchParams.delete(name);
  }
  url.searchParams.set("layer", layer + 1);
  url.searchParams.set("head", head + 1);
  if (url.href === window.location.href) return;
  try {
    window.history.replaceState(window.history.state, "", url);
  } catch {
    // Some browsers refuse more than a hundred changes in ten seconds: the next choice writes this one too.
  }
}
