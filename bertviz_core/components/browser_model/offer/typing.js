// Asks the model in the browser while somebody types, and tells the views of the page.
//
// Views meet it at `globalThis[Symbol.for("answers while typing")]`, an EventTarget that whoever comes first makes:
// `answer` brings what the model said (client.js), `left` tells that what is typed is not answered here. `shown` says
// whether a view shows an answer ("here"), what the server sent ("server"), or something about a former text, until the
// server is asked ("enter"). `isOlder(text, pair)` tells whether the fields hold another text by now, which was answered
// here; `isStill(text, pair)` whether they hold this one, which the server answered.

const PAUSE = 60; // milliseconds
const LATE = 3000; // a thread that ended says nothing
const UNBOUNDED = 1e6; // tokens

export function meetingPoint() {
  return (globalThis[Symbol.for("answers while typing")] ??= new EventTarget());
}

export class Typing {
  constructor(model) {
    this.model = model;
    this.lastKey = -PAUSE;
    this.answered = 0; // number of the answer that was told last
    this.asked = 0; // number of the question that was asked last
    this.encoding = null; // of that answer, as long as views show it
    this.sent = null; // what the fields held when the server had answered
    window.addEventListener("input", (event) => this.onInput(event), true);
    meetingPoint().isOlder = (text, pair) => this.isOlder(text, pair);
    meetingPoint().isStill = (text, pair) => this.isStill(text, pair);
    meetingPoint().addEventListener("shown", ({ detail }) => {
      if (detail !== "server") return;
      this.encoding = null;
      this.sent = String(this.texts());
    });
  }

  // `fields`: session keys of the fields for the text and the second one; `wanted` of the model, see client.js.
  listen(fields, wanted) {
    this.fields = fields;
    this.wanted = wanted;
  }

  onInput(event) {
    const { target, timeStamp } = event; // letters with accents and all keys of a phone may be composed: they count
    if (!this.fields || !this.fields.some((key) => target.closest?.(`.st-key-${key}`))) return;
    clearTimeout(this.pausing);
    // A key after a pause is answered at once, one in a burst when it is over.
    if (timeStamp - this.lastKey >= PAUSE) this.ask();
    else this.pausing = setTimeout(() => this.ask(), PAUSE);
    this.lastKey = timeStamp;
  }

  async ask() {
    const { fields, wanted } = this;
    if (!fields) return;
    const written = JSON.stringify([fields, wanted]);
    const number = ++this.asked;
    const [text, pair = null] = this.texts();
    const isMeant = () => written === JSON.stringify([this.fields, this.wanted]);
    const leave = () => {
      if (number !== this.asked || !isMeant()) return;
      this.encoding = null;
      meetingPoint().dispatchEvent(new CustomEvent("left"));
    };
    clearTimeout(this.late);
    this.late = setTimeout(leave, LATE);
    const tell = (answer) => {
      if (answer !== undefined && number === this.asked) clearTimeout(this.late);
      if (answer === null) leave();
      if (!answer || !isMeant() || answer.number < this.answered) return;
      this.answered = answer.number;
      this.encoding = answer.encoding;
      meetingPoint().dispatchEvent(new CustomEvent("answer", { detail: answer }));
    };
    tell(await this.model.ask(text, pair, wanted, tell));
  }

  texts() {
    return (this.fields ?? []).map((key) => document.querySelector(`.st-key-${key} :is(input, textarea)`)?.value ?? "");
  }

  isOlder(text, pair) {
    if (!this.encoding || !this.fields) return false;
    const now = this.model.read(...this.texts());
    const same = (one) => one !== null && one.text === this.encoding.text && one.pair === this.encoding.pair;
    return same(now) && !same({ text, pair });
  }

  isStill(text, pair) {
    const texts = this.texts();
    const now = this.model.tokenizer?.encode(texts[0] ?? "", texts[1] ?? null, UNBOUNDED);
    return String(texts) === this.sent || (now?.text === text && now.pair === (pair ?? null));
  }
}
