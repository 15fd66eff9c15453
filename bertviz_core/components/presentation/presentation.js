// Entry: listens once for the key that leaves chart and answer alone on the page, and for those that end it.
// `PRESENTATION_STYLE` stands before this script.

const PRESENTATION = Symbol.for("presentation");
const WRITTEN_IN = "[data-testid=stMain] :is(.stTextInput input, .stTextArea textarea)";
const NOT_TYPED_IN = ["button", "checkbox", "radio", "range", "submit"];

function isTyping(event) {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (target.closest("[role=dialog], [role=listbox], [role=menu], [role=textbox], [contenteditable]")) return true;
  return target.matches("textarea, select, input") && !NOT_TYPED_IN.includes(target.type);
}

function textsOnPage() {
  const fields = [...document.querySelectorAll(WRITTEN_IN)].filter((field) => field.checkVisibility());
  return fields.map((field) => field.value.trim()).filter(Boolean);
}

function line(name, text) {
  const element = document.createElement("p");
  element.className = name;
  element.textContent = text;
  return element;
}

// Fields are hidden, so that what is written in them is said below.
function present(state) {
  state.bar = document.createElement("div");
  state.bar.className = "presentation-bar";
  state.bar.append(line("texts", textsOnPage().join(" · ")), line("hint", state.hint));
  state.bar.lastChild.setAttribute("role", "status");
  const { color, backgroundColor } = getComputedStyle(document.querySelector("[data-testid=stApp]"));
  Object.assign(state.bar.style, { color, backgroundColor });
  document.body.append(state.bar);
  document.documentElement.dataset.presenting = "";
  window.dispatchEvent(new Event("resize")); // views that fit themselves into the window look again
}

function endPresentation(state) {
  delete document.documentElement.dataset.presenting;
  state.bar.remove();
  state.bar = null;
  window.dispatchEvent(new Event("resize"));
}

function onKey(event, state) {
  const { key, repeat, ctrlKey, altKey, metaKey, defaultPrevented } = event;
  if (repeat || ctrlKey || altKey || metaKey || defaultPrevented || isTyping(event)) return;
  if (state.bar && (key === "Escape" || key.toLowerCase() === "v")) endPresentation(state);
  else if (key.toLowerCase() === "v") present(state);
}

export default function offerPresentation({ data }) {
  const state = globalThis[PRESENTATION] ?? { bar: null };
  state.hint = data.hint;
  if (state.bar) state.bar.lastChild.textContent = data.hint;
  if (globalThis[PRESENTATION]) return;
  globalThis[PRESENTATION] = state;
  const style = document.createElement("style");
  style.textContent = PRESENTATION_STYLE;
  document.head.append(style);
  window.addEventListener("keydown", (event) => onKey(event, state));
}
