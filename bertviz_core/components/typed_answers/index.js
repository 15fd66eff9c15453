// Entry: an answer of the model in the browser in the place of the server's, while somebody types.

import { drawBlanks } from "./blanks.js";
import { drawPair } from "./pair.js";
import { drawSides } from "./sides.js";
import { drawSurprise } from "./surprise.js";

const LOOK_AGAIN = [300, 1500]; // milliseconds: a field may show what the server put there later than its answer
// What is shown of an answer; null where the server must be asked.
const DRAWN = {
  blanks: (data, answer) => (answer.words?.length && answer.encoding.pair === null ? drawBlanks(data, answer) : null),
  pair: (data, answer) => (answer.next && answer.encoding.pair ? drawPair(data, answer) : null),
  sides: (data, answer) => (answer.sides && answer.encoding.pair === null ? drawSides(data, answer) : null),
  surprise: (data, answer) => (answer.surprise ? drawSurprise(data, answer) : null),
};
const places = new WeakMap();

function meetingPoint() {
  return (globalThis[Symbol.for("answers while typing")] ??= new EventTarget());
}

function say(where) {
  meetingPoint().dispatchEvent(new CustomEvent("shown", { detail: where }));
}

class Place {
  constructor(parentElement) {
    this.root = parentElement.querySelector(".typed");
    this.hiding = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.hiding];
    this.ending = new AbortController();
    const { signal } = this.ending;
    meetingPoint().addEventListener("answer", ({ detail }) => this.showTyped(detail), { signal });
    meetingPoint().addEventListener("left", () => this.leave(), { signal });
  }

  receive(data) {
    const written = JSON.stringify(data);
    if (written === this.written) return;
    [this.written, this.data] = [written, data];
    this.showSent(written, LOOK_AGAIN);
  }

  // What the server sent, unless what is typed meanwhile is answered already.
  showSent(written, [wait, ...later]) {
    if (written !== this.written || this.ending.signal.aborted) return;
    const { text, pair } = this.data;
    if (this.shows && meetingPoint().isOlder?.(text, pair)) {
      if (wait) setTimeout(() => this.showSent(written, later), wait);
      return;
    }
    this.show(false);
    say("server");
  }

  showTyped(answer) {
    const { data, root } = this;
    const { text, pair } = answer.encoding;
    if (!this.shows && text === data.text && pair === (data.pair ?? null)) return; // the server was first
    const drawn = DRAWN[data.kind](data, answer);
    if (!drawn) return this.leave();
    root.replaceChildren(...drawn);
    this.show(true);
    say("here");
  }

  // What is typed is not answered here: what is shown is about a former text, unless it is that of the server.
  leave() {
    const { text, pair } = this.data;
    const isStill = meetingPoint().isStill?.(text, pair);
    this.show(this.shows && !isStill, !isStill);
    say(isStill ? "server" : "enter");
  }

  show(typed, former = false) {
    this.shows = typed;
    this.root.hidden = !typed;
    this.root.classList.toggle("former", former);
    const { server, about } = this.data;
    const rules = [];
    if (typed) rules.push(`.st-key-${server} { display: none !important; }`);
    else if (former) rules.push(`.st-key-${server} { opacity: 0.4; }`);
    // What else is about the former text is out of reach: a click there would ask about words that are no more.
    if (typed || former) for (const key of about) rules.push(`.st-key-${key} { opacity: 0.4; pointer-events: none; }`);
    this.hiding.replaceSync(rules.join("\n"));
  }

  end() {
    this.ending.abort();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.hiding);
  }
}

export default function typedAnswers({ data, parentElement }) {
  if (!places.has(parentElement)) places.set(parentElement, new Place(parentElement));
  places.get(parentElement).receive(data);
  return () => {
    places.get(parentElement)?.end();
    places.delete(parentElement);
  };
}
