// Entry of a lesson in one page: the model and three views of it, in a file that opens from a disk.

import { AskedModel } from "../browser_model/asked_model.js";
import { BlanksLesson, PairLesson } from "./answer_lessons.js";
import { AttentionLesson } from "./attention_lesson.js";
import { openModel } from "./open_model.js";
import { fill } from "./words.js";

const MEGABYTE = 1e6;

const data = JSON.parse(document.getElementById("lesson").textContent);
const { words } = data;
const model = new AskedModel(() => openModel(data));
const tabs = [...document.querySelectorAll("nav [data-view]")];
const status = document.querySelector("#status");

function say(text) {
  status.textContent = text;
  status.hidden = !text;
}

function begin() {
  const lessons = {
    attention: new AttentionLesson(data),
    masked_words: new BlanksLesson(data),
    next_sentence: new PairLesson(data),
  };
  const show = (name) => {
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.view === name));
    for (const section of document.querySelectorAll("main section")) section.hidden = section.id !== name;
    lessons[name].draw();
    if (model.loaded) lessons[name].begin(model);
  };
  for (const tab of tabs) tab.onclick = () => show(tab.dataset.view);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => lessons.attention.draw());
  show(data.view);
  load(() => show(tabs.find((tab) => tab.getAttribute("aria-pressed") === "true").dataset.view));
}

async function load(then) {
  const megabytes = (bytes) => Math.round(bytes / MEGABYTE);
  const onProgress = (done, all) => say(fill(words.loading, { done: megabytes(done), size: megabytes(all) }));
  try {
    await model.load({ onProgress });
  } catch (error) {
    console.warn(error);
    say(words.failed[error.reason] ?? fill(words.failed.other, { reason: error.message }));
    return;
  }
  say("");
  then();
}

if ("shadowRootMode" in HTMLTemplateElement.prototype) begin();
else say(words.failed.oldBrowser);
