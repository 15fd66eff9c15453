// A lecturer's tab: says where it is whenever that has changed and stands still.

import { say } from "./asking.js";
import { addressNow, isAtRest } from "./place.js";

const LOOK_MS = 120;
const SEEN_MS = 20000;

export class Leading {
  // `shown` returns what was typed in the view, and what is not handed over; `failed` is told what the server refuses.
  constructor(code, token, shown, failed) {
    Object.assign(this, { code, token, shown, failed });
    Object.assign(this, { said: null, looked: null, isHeld: false, isQuiet: false, seenAt: Date.now(), isSaying: false });
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  // Somebody else moved this tab: it says nothing of where it is before its lecturer does something.
  follow(address) {
    this.said = address;
    this.isQuiet = true;
  }

  act() {
    this.isQuiet = false;
  }

  async look() {
    if (Date.now() - this.seenAt > SEEN_MS) this.beSeen();
    if (this.isHeld || this.isQuiet || this.isSaying || !isAtRest()) return;
    const address = addressNow(...this.shown());
    const isStill = address === this.looked;
    this.looked = address;
    if (!isStill || address === this.said) return;
    this.isSaying = true;
    try {
      await say(this.code, "address", { address }, this.token);
      this.said = address;
      this.seenAt = Date.now();
    } catch (error) {
      if (error.status === 422) this.said = address; // too long: said once
      this.failed(error);
    }
    this.isSaying = false;
  }

  beSeen() {
    this.seenAt = Date.now();
    say(this.code, "seen", {}, this.token).catch(() => {}); // the stream tells when the server is away
  }

  close() {
    clearInterval(this.timer);
  }
}
