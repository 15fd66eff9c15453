// The fields of a view, answered with every key: the newest text wins, and what cannot be answered gets a sentence.

import { fill } from "./words.js";

const PAUSE = 60; // milliseconds
const MOST = 128; // tokens
const MOST_CHARACTERS = 4000;
const UNBOUNDED = 1e6;

export class TypedFields {
  // `section` holds the fields, and a place for sentences. `wanted` as in answering.js; `onAnswer(answer)` shows
  // one and returns a sentence, empty for none.
  constructor(section, { words, texts, wanted, onAnswer }) {
    Object.assign(this, { words, wanted, onAnswer });
    this.fields = [...section.querySelectorAll("input[type=text]")];
    this.section = section;
    this.place = section.querySelector(".note");
    this.lastKey = -PAUSE;
    this.told = null; // the texts that the view tells about
    this.fields.forEach((field, i) => {
      field.value = texts[i];
      field.addEventListener("input", (event) => event.isComposing || this.onInput(event.timeStamp));
      field.addEventListener("compositionend", (event) => this.onInput(event.timeStamp));
    });
  }

  // Asks with `model`, unless what is written is answered already.
  begin(model) {
    this.model = model;
    if (JSON.stringify(this.texts()) !== this.told) this.ask();
  }

  texts() {
    return this.fields.map(({ value }) => value);
  }

  onInput(time) {
    clearTimeout(this.pausing);
    // A key after a pause is answered at once, one in a burst when it is over.
    if (time - this.lastKey >= PAUSE) this.ask();
    else this.pausing = setTimeout(() => this.ask(), PAUSE);
    this.lastKey = time;
  }

  async ask() {
    if (!this.model) return;
    const texts = this.texts();
    const written = JSON.stringify(texts);
    const isMissing = this.words.missing && texts.some((text) => !text.trim());
    const answer = isMissing ? null : await this.model.ask(texts[0], texts[1] ?? "", this.wanted);
    if (answer === undefined || written !== JSON.stringify(this.texts())) return;
    const said = answer ? this.onAnswer(answer) : isMissing ? this.words.missing : this.reason(texts);
    this.told = written;
    this.say(said);
    this.section.toggleAttribute("data-former", !answer); // what is shown is about a former text
  }

  say(text) {
    this.place.textContent = text;
    this.place.hidden = !text;
  }

  // Why a text cannot be read.
  reason([text, pair = ""]) {
    const { words, model } = this;
    if (!text.trim()) return words.empty;
    const long = [text, pair].some((one) => [...one].length > MOST_CHARACTERS);
    if (!long && model.tokenizer.encode(text, pair)) return words.stopped;
    const isRead = long || model.tokenizer.encode(text, pair, UNBOUNDED);
    return isRead ? fill(words.tooLong, { most: MOST }) : words.unknown;
  }
}
