// Asks the model in the browser while somebody types, and tells the views of the page.
//
// Views meet it at `globalThis[Symbol.for("answers while typing")]`, an EventTarget that whoever comes first makes:
// `answer` brings what the model said (client.js), `shown` says whether a view shows that ("here") or what the server
// sent ("server"); `isOlder(text, pair)` tells whether the fields hold another text by now, which was answered here.

const PAUSE = 60; // milliseconds

export function meetingPoint() {
  return (globalThis[Symbol.for("answers while typing")] ??= new EventTarget());
}

export class Typing {
  constructor(model) {
    this.model = model;
    this.lastKey = -PAUSE;
    this.answered = 0; // number of the answer that was told last
    this.encoding = null; // of that answer, as long as views show it
    window.addEventListener("input", (event) => this.onInput(event), true);
    meetingPoint().isOlder = (text, pair) => this.isOlder(text, pair);
    meetingPoint().addEventListener("shown", ({ detail }) => detail === "server" && (this.encoding = null));
  }

  // `fields`: session keys of the fields for the text and the second one; `wanted` of the model, see client.js.
  listen(fields, wanted) {
    this.fields = fields;
    this.wanted = wanted;
  }

  onInput(event) {
    const { target, timeStamp, isComposing } = event;
    if (!this.fields || isComposing || !this.fields.some((key) => target.closest?.(`.st-key-${key}`))) return;
    clearTimeout(this.pausing);
    // A key after a pause is answered at once, one in a burst when it is over.
    if (timeStamp - this.lastKey >= PAUSE) this.ask();
    else this.pausing = setTimeout(() => this.ask(), PAUSE);
    this.lastKey = timeStamp;
  }

  async ask() {
    const [fields, wanted] = [this.fields, this.wanted];
    const [text, pair = null] = this.texts();
    const tell = (answer) => {
      if (!answer || fields !== this.fields || answer.number < this.answered) return;
      this.answered = answer.number;
      this.encoding = answer.encoding;
      meetingPoint().dispatchEvent(new CustomEvent("answer", { detail: answer }));
    };
    tell(await this.model.ask(text, pair, wanted, tell));
  }

  texts() {
    return this.fields.map((key) => document.querySelector(`.st-key-${key} :is(input, textarea)`)?.value ?? "");
  }

  isOlder(text, pair) {
    if (!this.encoding || !this.fields) return false;
    const now = this.model.read(...this.texts());
    const same = (one) => one !== null && one.text === this.encoding.text && one.pair === this.encoding.pair;
    return same(now) && !same({ text, pair });
  }
}
