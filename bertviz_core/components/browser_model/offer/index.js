// Entry: offers to load the model into the browser, and says where answers come from.

import { bearsModel, isWanted, keepWanted } from "./device.js";
import { meetingPoint, Typing } from "./typing.js";

const STATE = Symbol.for("browser model: state");
const MEGABYTE = 1e6;

// What outlives pages and views: the model, and who listens to the fields.
function stateOf(data) {
  globalThis[STATE] ??= { model: null, typing: null, progress: 0, wanted: null, from: "server", draw: () => {} };
  const state = globalThis[STATE];
  state.data = data;
  state.wanted ??= isWanted() || data.mode === "auto";
  return state;
}

async function load(state) {
  if (state.typing || state.failed || state.loading) return;
  state.loading = true;
  state.begun = performance.now();
  state.draw();
  try {
    const { browserModel } = await import(new URL(`..${state.data.client}`, import.meta.url).href);
    const onProgress = (bytes) => {
      state.progress = bytes;
      state.draw();
    };
    await browserModel.load({ onProgress });
    state.model = browserModel;
    state.typing = new Typing(browserModel);
    meetingPoint().addEventListener("shown", ({ detail }) => {
      state.from = detail;
      state.failed = browserModel.failed;
      state.draw();
    });
  } catch (error) {
    console.warn("The model does not run in this browser; the server answers.", error);
    state.failed = true;
  }
  state.loading = false;
  listen(state);
  state.draw();
}

function listen({ typing, wanted, data }) {
  typing?.listen(wanted && data ? data.fields : null, data?.wanted);
}

function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

function draw(state, button) {
  const { data, wanted, typing, failed, progress } = state;
  const { words, bytes } = data;
  const megabytes = (count) => Math.round(count / MEGABYTE);
  const fields = { size: megabytes(bytes), done: megabytes(progress) };
  button.hidden = Boolean(failed) || !bearsModel();
  button.ariaPressed = String(Boolean(wanted));
  const name = !wanted ? "offer" : typing ? state.from : "loading";
  button.textContent = fill(words[name], fields);
  button.title = fill(words[`${name}Help`], fields);
  button.dataset.state = name;
}

export default function offerBrowserModel({ data, parentElement }) {
  const state = stateOf(data);
  const button = parentElement.querySelector("button");
  state.draw = () => draw(state, button);
  button.onclick = () => {
    state.wanted = !state.wanted;
    keepWanted(state.wanted);
    if (state.wanted) load(state);
    listen(state);
    state.draw();
  };
  if (state.wanted && bearsModel()) load(state);
  listen(state);
  state.draw();
  return () => {
    if (state.data !== data) return; // the next view has it already
    state.draw = () => {};
    state.typing?.listen(null);
  };
}
