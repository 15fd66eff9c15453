// What somebody types into a page that is just being taken away from under it: the tab is on its way to the lecturer.

import { element } from "./dom.js";
import { isTextField } from "./place.js";

const MOST_SHOWN = 60;

export class Typed {
  constructor() {
    this.text = "";
  }

  // Returns the field of the page that somebody has typed in, null where the event was another one.
  static fieldOf(event) {
    const [target] = event.composedPath();
    return event.isTrusted && isTextField(target) && !target.closest(".class-question") ? target : null;
  }

  keep(field) {
    this.text = (field.value ?? field.textContent ?? "").trim();
  }

  forget() {
    this.text = "";
  }

  shown() {
    const letters = [...this.text];
    return letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN).join("")} …` : this.text;
  }

  // Puts it into the clipboard, also where pages may not write there by themselves (without HTTPS).
  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
    } catch {
      const field = element("textarea", { readonly: true });
      field.value = this.text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
  }
}
