// A lecturer's tab: says where it is whenever that has changed and stands still.

import { say } from "./asking.js";
import { keepSaid } from "./memory.js";
import { addressNow, isAtRest } from "./place.js";

const LOOK_MS = 120;
const SEEN_MS = 20000;
const PAUSE_MS = 3000; // a server that is away is not asked with every look

export class Leading {
  // `shown` returns what was typed in the view, and what is not handed over; `failed` is told what the server refuses;
  // `kept` are the last two addresses that this tab said before it was loaded anew, null in a class it has just begun;
  // `isElsewhere` whether another lecturer took the class to where this tab is not yet: it would take it back.
  constructor(code, token, shown, failed, kept, isElsewhere) {
    Object.assign(this, { code, token, shown, failed, kept, isElsewhere });
    Object.assign(this, { said: null, looked: null, isHeld: false, isQuiet: kept !== null, seenAt: Date.now(), notBefore: 0 });
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  // Somebody else moved this tab: it says nothing of where it is before its lecturer does something.
  follow(address) {
    this.note(address);
    this.isQuiet = true;
  }

  // Hears where the class is for the first time. Returns whether this tab has brought it there: then it leads on.
  resumes(address) {
    const { kept } = this;
    this.kept = null;
    const leadsOn = !address || Boolean(kept?.includes(address));
    if (kept !== null && leadsOn) this.isQuiet = false;
    return leadsOn;
  }

  note(address) {
    keepSaid([this.said, address]);
    this.said = address;
  }

  act() {
    this.isQuiet = false;
  }

  async look() {
    this.beSeen();
    if (this.isHeld || this.isQuiet || this.isElsewhere() || Date.now() < this.notBefore || !isAtRest()) return;
    const address = addressNow(...this.shown());
    const isStill = address === this.looked;
    this.looked = address;
    if (!isStill || address === this.said) return;
    this.notBefore = Infinity;
    const before = this.said;
    this.note(address); // before it is told back to this tab, and before a page that is left can do so no more
    try {
      await say(this.code, "address", { address }, this.token);
      this.seenAt = Date.now();
      this.notBefore = 0;
    } catch (error) {
      if (error.status !== 422 && this.said === address) this.said = before; // what is too long is said once
      this.notBefore = Date.now() + PAUSE_MS;
      this.failed(error);
    }
  }

  // Also called when the server is heard: the clocks of a tab that is out of sight stand still for a minute.
  beSeen() {
    if (Date.now() - this.seenAt < SEEN_MS) return;
    this.seenAt = Date.now();
    say(this.code, "seen", {}, this.token).catch(() => {}); // the stream tells when the server is away
  }

  close() {
    clearInterval(this.timer);
  }
}
