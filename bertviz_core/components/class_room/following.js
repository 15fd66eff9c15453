// A tab that follows: goes where the lecturer is, once a change, unless its owner explores alone.

import { addressNow, isAtRest, sameView } from "./place.js";

const SPREAD_MS = 500; // a hundred tabs do not ask in the same instant
const AGAIN_MS = 1500; // what is asked while the page changes may be lost
const MOST_WAITS = 8; // so often a tab that is not at rest waits on: asking again would begin its answer anew

export class Following {
  // `move` asks to go to an address; `shown` returns what was typed in the view.
  constructor(move, shown) {
    Object.assign(this, { move, shown, isAlone: false, newest: null, done: 0, timer: null, asked: 0, waits: 0 });
  }

  hear(document) {
    if (document.moved > (this.newest?.moved ?? 0)) this.newest = document;
    this.goOn(Math.random() * SPREAD_MS);
  }

  // The class is elsewhere, and this tab is to be there.
  get isDue() {
    return !this.isAlone && this.newest !== null && this.newest.moved > this.done;
  }

  // The server is asked already to take it there.
  get isOnTheWay() {
    return this.isDue && this.asked === this.newest.moved;
  }

  // The server has taken this tab to where the lecturer came in that version, or it was there before: never before it is there.
  confirm(moved) {
    this.done = Math.max(this.done, moved);
  }

  goOn(wait) {
    if (this.isAlone || this.timer !== null || !this.newest || this.newest.moved <= this.done) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isAlone || this.newest.moved <= this.done) return;
      if (isAtRest() && sameView(this.newest.address, addressNow(...this.shown()))) {
        this.done = this.newest.moved;
        return;
      }
      if (!isAtRest() && this.asked === this.newest.moved && this.waits < MOST_WAITS) {
        this.waits += 1;
        this.goOn(AGAIN_MS);
        return;
      }
      Object.assign(this, { asked: this.newest.moved, waits: 0 });
      this.move(this.newest); // what came meanwhile is newer
      this.goOn(AGAIN_MS);
    }, wait);
  }

  explore() {
    this.isAlone = true;
  }

  comeBack() {
    this.isAlone = false;
    Object.assign(this, { done: 0, asked: 0 });
    this.goOn(0);
  }

  close() {
    clearTimeout(this.timer);
    this.isAlone = true;
  }
}
