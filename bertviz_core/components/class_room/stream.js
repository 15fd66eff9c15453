// Hears of a class what there is to know. Where no stream of events comes through, it asks every two seconds.

import { classUrl } from "./asking.js";

const ASK_MS = 2000;
const JITTER_MS = 700; // a whole class that lost its server comes back one after the other
const SILENT_MS = 14000; // the server says something every five seconds

export class ClassStream {
  // `beat` is called whenever the server says anything, at least every five seconds.
  constructor(code, heard, lost, beat) {
    Object.assign(this, { code, heard, lost, beat, source: null, timer: null, isOpen: true });
    this.open();
  }

  open() {
    this.source = new EventSource(classUrl(this.code, "events"));
    this.source.onmessage = (event) => {
      this.expectMore();
      this.heard(JSON.parse(event.data));
    };
    this.source.addEventListener("beat", () => {
      this.expectMore();
      this.beat();
    });
    this.source.onerror = () => this.fail();
    this.expectMore();
  }

  expectMore() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(), SILENT_MS);
  }

  async fail() {
    this.source.close();
    clearTimeout(this.timer);
    await this.ask();
    if (this.isOpen) this.timer = setTimeout(() => this.open(), ASK_MS + Math.random() * JITTER_MS);
  }

  async ask() {
    try {
      const answer = await fetch(classUrl(this.code, "state"), { signal: AbortSignal.timeout(ASK_MS) });
      const told = answer.status === 404 ? { ended: true } : answer.ok ? await answer.json() : null;
      if (!this.isOpen) return;
      if (told) this.heard(told);
      else this.lost();
    } catch {
      if (this.isOpen) this.lost();
    }
  }

  close() {
    this.isOpen = false;
    this.source.close();
    clearTimeout(this.timer);
  }
}
