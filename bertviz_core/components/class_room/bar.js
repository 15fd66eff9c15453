// The line at the foot of the page that says in which class this tab is, and what can be done about it.

import { button, element, fitPage, keepFitted, putInPlace } from "./dom.js";

export class ClassBar {
  constructor() {
    Object.assign(this, { bar: null, shown: "" });
  }

  // `parts`: what it says, and [label, what it does, whether it is the main one] of its buttons.
  draw(text, buttons, note) {
    const now = JSON.stringify([text, note, buttons.map(([label, , isMain]) => [label, isMain])]);
    if (this.bar?.isConnected) fitPage(this.bar);
    if (this.bar?.isConnected && now === this.shown) {
      this.actions = buttons.map(([, act]) => act);
      return;
    }
    this.actions = buttons.map(([, act]) => act);
    const made = buttons.map(([label, , isMain], place) =>
      button(label, () => this.actions[place](), { class: isMain ? "main" : "" }));
    const bar = element(
      "aside",
      { class: "class-bar", "aria-label": text },
      element("span", { class: "said", role: "status" }, text),
      ...made,
      element("span", { class: "note", role: "alert" }, note),
    );
    putInPlace(this.bar, bar);
    keepFitted(bar);
    document.documentElement.dataset.class = "";
    Object.assign(this, { bar, shown: now });
  }

  remove() {
    this.bar?.remove();
    delete document.documentElement.dataset.class;
    Object.assign(this, { bar: null, shown: "" });
  }
}
