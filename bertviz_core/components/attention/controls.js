// The controls beside the picture: filled in the visitor's language, kept in step with the settings.

import { scaleOf } from "./scale.js";
import { howToRead } from "./words.js";

// An element with `data-word` shows that word; one with `data-setting` chooses that setting.
export function fillControls(view) {
  const { data, root, find } = view;
  const { words } = data;
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word];
  const numbered = (count) => Array.from({ length: count }, (_, i) => new Option(String(i + 1), i));
  find(".layer").replaceChildren(...numbered(data.layers));
  find(".head").replaceChildren(...numbered(data.heads));
  find(".heads").setAttribute("aria-label", words.headsLabel);
  find(".map").setAttribute("aria-label", words.mapLabel);
  find(".lines").setAttribute("aria-label", words.linesLabel);
  find(".closer").ariaLabel = words.closer;
  find(".further").ariaLabel = words.further;
  find(".sentences").hidden = !data.pair;
  for (const element of settingElements(view)) fillSetting(view, element, choicesOf(data, element.dataset.setting));
}

// Tells whether the controls filled for some data serve for other data: filling them has the page laid out anew.
export function needSameControls(one, other) {
  const names = ({ statistics }) => Object.keys(statistics ?? {}).join();
  const same = ["words", "layers", "heads"].every((name) => one[name] === other[name]);
  return same && !one.pair === !other.pair && names(one) === names(other);
}

export function fillNotes({ data, find }) {
  const notes = data.notes ?? [];
  if ([...find(".notes").children].map(({ textContent }) => textContent).join("\n") === notes.join("\n")) return;
  find(".notes").replaceChildren(
    ...notes.map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    }),
  );
}

// Writes a text where another stands: to write the same one again has the page laid out anew.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function settingElements({ root }) {
  return root.querySelectorAll("[data-setting]");
}

function choicesOf({ words, statistics }, name) {
  if (name !== "order") return words.choices[name] ?? {};
  const labels = Object.entries(statistics ?? {}).map(([key, { label }]) => [key, label]);
  return { layer: words.byLayer, ...Object.fromEntries(labels) };
}

function fillSetting(view, element, choices) {
  const name = element.dataset.setting;
  if (element.matches("select")) {
    element.replaceChildren(...Object.entries(choices).map(([value, label]) => new Option(label, value)));
    element.onchange = () => view.set(name, element.value);
  } else if (element.matches("input")) {
    element.onchange = () => view.set(name, element.checked);
  } else {
    element.replaceChildren(
      ...Object.entries(choices).map(([value, label]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.value = value;
        button.textContent = label;
        button.onclick = () => view.set(name, value);
        return button;
      }),
    );
  }
}

export function showSettings(view) {
  const { data, settings, spot, find } = view;
  find(".layer").value = spot.layer;
  find(".head").value = spot.head;
  say(find("[data-word=howTo]"), howToRead(view));
  for (const name of [".layer", ".head"]) find(name).disabled = settings.combine !== "one";
  find(".several").hidden = settings.combine === "one";
  for (const element of settingElements(view)) {
    const name = element.dataset.setting;
    const value = name === "scale" ? scaleOf(settings, data) : settings[name];
    if (element.matches("select")) element.value = value;
    else if (element.matches("input")) element.checked = value;
    else for (const button of element.children) button.setAttribute("aria-pressed", button.value === value);
  }
}
