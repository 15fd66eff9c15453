// Entry: this tab in a class. It is called with every run of a page; what it does lives on between them.
// `CLASS_STYLE` stands before this script.

import { say } from "./asking.js";
import { ClassBar } from "./bar.js";
import { Following } from "./following.js";
import { acceptInvitation } from "./invitations.js";
import { saveTable } from "./keeping.js";
import { Leading } from "./leading.js";
import { keepClass, keepToken, keptClass, keptSaid, keptToken } from "./memory.js";
import { QuestionPanel } from "./question.js";
import { followersButtons, leadersButtons, sayingOf } from "./sayings.js";
import { ClassStream } from "./stream.js";
import { Typed } from "./typed.js";

const ROOM = Symbol.for("class room");
const NOTE_MS = 8000;

class ClassRoom {
  constructor() {
    Object.assign(this, { data: null, tell: null, code: null, token: null, document: null, note: "", isLost: false });
    Object.assign(this, { stream: null, leading: null, following: null, bar: new ClassBar(), done: new Set(), typed: new Typed() });
    this.panel = new QuestionPanel((act) => this.act(act), () => this.draw());
    for (const kind of ["pointerdown", "keydown"]) {
      window.addEventListener(kind, (event) => event.isTrusted && this.leading?.act(), { capture: true });
    }
    window.addEventListener("input", (event) => this.noticeTyping(event), { capture: true });
    window.addEventListener("hashchange", () => acceptInvitation(this));
  }

  // A run of a page: its words, its texts, what it could ask, and what its owner wants.
  update(data, setStateValue, setTriggerValue) {
    const sentences = JSON.parse(data.sentences);
    Object.assign(this, { data: { ...data, ...sentences }, tell: setStateValue, trigger: setTriggerValue });
    const { wanted } = data;
    if (data.moved.code === this.code) this.following?.confirm(data.moved.moved);
    if (wanted && !this.done.has(wanted.id)) {
      this.done.add(wanted.id);
      this.want(wanted);
    } else if (!acceptInvitation(this) && this.code === null) this.resume();
    this.draw();
  }

  resume() {
    const kept = keptClass();
    if (kept) this.enter(kept.code, kept.leads ? keptToken(kept.code) : null, keptSaid());
  }

  async want({ what, code }) {
    if (what === "start") await this.start();
    if (what === "leave") this.leave();
    if (what === "join") this.enter(code, keptToken(code), []);
  }

  async start() {
    await this.tried(async () => {
      const { code, token } = await say(null, "", {});
      keepToken(code, token);
      this.enter(code, token, null);
    });
  }

  // `said` are addresses to which this tab took the class before; null where nobody can be anywhere yet.
  enter(code, token, said) {
    if (this.code === code) return;
    this.stop();
    Object.assign(this, { code, token, document: null, isLost: false });
    keepClass({ code, leads: token !== null });
    const shown = () => [this.data.texts, this.data.hidden];
    this.following = new Following((document) => this.move(document), shown);
    this.leading = token && new Leading(code, token, shown, (error) => this.complain(error), said, () => this.following.isDue);
    this.stream = new ClassStream(code, (document) => this.hear(document), () => this.lose(), () => this.leading?.beSeen());
    this.tell("standing", { code, leads: token !== null });
    this.draw();
  }

  move({ address, moved }) {
    this.leading?.follow(address);
    this.trigger("move", { code: this.code, address, moved });
  }

  hear(document) {
    if (document.ended) {
      const { words } = this.data;
      this.say(this.document || this.isLost ? words.ended : words.gone);
      if (this.token) keepToken(this.code, null);
      this.leave();
      return;
    }
    const isFirst = this.document === null;
    Object.assign(this, { document, isLost: false });
    const leadsOn = isFirst && Boolean(this.leading?.resumes(document.address));
    const said = leadsOn || document.address === this.leading?.said;
    const isMine = document.by && said && !this.following.isDue; // what it is only on its way to, it has not said
    if (document.address && !isMine) this.following.hear(document);
    if (document.address && isMine) this.following.confirm(document.moved);
    this.draw();
  }

  lose() {
    this.isLost = true;
    this.draw();
  }

  // What somebody types is not taken away: neither by a move that comes, nor by one that is on its way.
  noticeTyping(event) {
    const field = Typed.fieldOf(event);
    if (!field || this.token || !this.following || this.following.isAlone) return;
    if (this.following.isOnTheWay) this.typed.keep(field);
    else {
      this.typed.forget();
      this.following.explore();
    }
    this.draw();
  }

  // Returns whether the server took it.
  async act({ name, ...body }) {
    const isDone = await this.tried(async () => {
      const said = await say(this.code, name, body, this.token);
      if (name === "counts") saveTable(said);
    });
    this.draw();
    return isDone;
  }

  async end() {
    await this.tried(() => say(this.code, "end", {}, this.token));
  }

  async tried(work) {
    try {
      await work();
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  complain(error) {
    const known = this.data.refusals[error.message];
    const other = error.status === 422 ? this.data.words.too_long : this.data.words.failed;
    this.say((known ?? other).replace("{seconds}", error.fields?.seconds ?? ""));
  }

  say(note, for_ms = NOTE_MS) {
    this.note = note;
    this.draw();
    setTimeout(() => {
      if (this.note === note) this.note = "";
      this.draw();
    }, for_ms);
  }

  draw() {
    const { words, locale, offer } = this.data;
    if (this.code === null) {
      if (this.note) this.bar.draw(this.note, [], "");
      else this.bar.remove();
      this.panel.remove();
      return;
    }
    const { document: told } = this;
    const buttons = this.token ? leadersButtons(this, words, offer) : followersButtons(this, words);
    const kept = this.typed.text && words.typed.replace("{text}", () => this.typed.shown());
    this.bar.draw(sayingOf(this, words), buttons, this.note || kept);
    this.panel.draw(told?.question ?? null, words, locale, this.token !== null, this.code);
  }

  leave() {
    this.stop();
    keepClass(null);
    this.tell("standing", null);
    this.draw();
  }

  stop() {
    this.stream?.close();
    this.leading?.close();
    this.following?.close();
    Object.assign(this, { code: null, token: null, stream: null, leading: null, following: null, document: null });
    this.typed.forget();
  }
}

export default function classRoom({ data, setStateValue, setTriggerValue }) {
  if (!globalThis[ROOM]) {
    globalThis[ROOM] = new ClassRoom();
    const style = document.createElement("style");
    style.textContent = CLASS_STYLE;
    document.head.append(style);
  }
  globalThis[ROOM].update(data, setStateValue, setTriggerValue);
}
