// Entry: this tab in a class. It is called with every run of a page; what it does lives on between them.
// `CLASS_STYLE` stands before this script.

import { say } from "./asking.js";
import { ClassBar } from "./bar.js";
import { Following } from "./following.js";
import { copied, saveTable } from "./keeping.js";
import { Leading } from "./leading.js";
import { keepClass, keepToken, keptClass, keptSaid, keptToken } from "./memory.js";
import { isTextField } from "./place.js";
import { QuestionPanel } from "./question.js";
import { ClassStream } from "./stream.js";

const ROOM = Symbol.for("class room");
const NOTE_MS = 8000;
const LINK_MS = 60000; // a link that somebody is to copy

class ClassRoom {
  constructor() {
    Object.assign(this, { data: null, tell: null, code: null, token: null, document: null, note: "", isLost: false });
    Object.assign(this, { stream: null, leading: null, following: null, bar: new ClassBar(), done: new Set() });
    this.panel = new QuestionPanel((act) => this.act(act), () => this.draw());
    for (const kind of ["pointerdown", "keydown"]) {
      window.addEventListener(kind, (event) => event.isTrusted && this.leading?.act(), { capture: true });
    }
    window.addEventListener("input", (event) => this.noticeTyping(event), { capture: true });
    window.addEventListener("hashchange", () => this.acceptInvitation());
  }

  // A run of a page: its words, its texts, what it could ask, and what its owner wants.
  update(data, setStateValue, setTriggerValue) {
    Object.assign(this, { data, tell: setStateValue, trigger: setTriggerValue });
    const { wanted } = data;
    if (data.moved.code === this.code) this.following?.confirm(data.moved.moved);
    if (wanted && !this.done.has(wanted.id)) {
      this.done.add(wanted.id);
      this.want(wanted);
    } else if (!this.acceptInvitation() && this.code === null) this.resume();
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

  // What stands behind the # of an address no server is told, so nothing writes it down.
  acceptInvitation() {
    const named = new URLSearchParams(window.location.hash.slice(1));
    const [invitation, code] = [named.get("lead"), named.get("class")];
    if (!invitation || !/^[A-Z]{6}$/.test(code ?? "")) return false;
    history.replaceState(history.state, "", window.location.pathname + window.location.search);
    this.tried(async () => {
      const { token } = await say(code, "host", { invitation });
      keepToken(code, token);
      if (this.code === code) this.stop();
      this.enter(code, token, []);
    });
    return true;
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
    this.leading = token && new Leading(code, token, shown, (error) => this.complain(error), said);
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
    const isMine = document.by && (leadsOn || document.address === this.leading?.said);
    if (document.address && !isMine) this.following.hear(document);
    if (document.address && isMine) this.following.confirm(document.moved);
    this.draw();
  }

  lose() {
    this.isLost = true;
    this.draw();
  }

  noticeTyping(event) {
    if (!event.isTrusted || this.token || !this.following || this.following.isAlone) return;
    const [target] = event.composedPath();
    if (!isTextField(target) || target.closest(".class-question")) return;
    this.following.explore(); // what somebody types is not taken away
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

  async invite() {
    await this.tried(async () => {
      const { invitation } = await say(this.code, "invitation", {}, this.token);
      const link = new URL(".", window.location.href);
      link.hash = `class=${this.code}&lead=${invitation}`;
      const { invitation: toSend, invitation_copied: said } = this.data.words;
      this.say(`${(await copied(link.href)) ? said : toSend} ${link.href}`, LINK_MS);
    });
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
    this.bar.draw(this.saying(told, words), this.token ? this.leadersButtons(words, offer) : this.followersButtons(words), this.note);
    this.panel.draw(told?.question ?? null, words, locale, this.token !== null, this.code);
  }

  saying(told, words) {
    if (this.isLost) return words.lost.replace("{code}", this.code);
    if (this.token) return words.leading.replace("{code}", this.code).replace("{here}", Math.max(0, (told?.here ?? 1) - 1));
    const state = told?.away ? words.away : this.following.isAlone ? words.alone : words.following;
    return state.replace("{code}", this.code);
  }

  leadersButtons(words, offer) {
    const hold = () => {
      this.leading.isHeld = !this.leading.isHeld;
      this.draw();
    };
    const ask = () => this.act({ name: "question", ...offer });
    return [
      ...(offer && !this.document?.question ? [[words.ask, ask, true]] : []),
      [this.leading.isHeld ? words.go_on : words.hold, hold, this.leading.isHeld],
      [words.invite, () => this.invite(), false],
      [words.end, () => this.end(), false],
    ];
  }

  followersButtons(words) {
    const change = (how) => () => {
      this.following[how]();
      this.draw();
    };
    const way = this.following.isAlone ? [words.come_back, change("comeBack"), true] : [words.explore, change("explore"), false];
    const unfold = () => {
      this.panel.unfold();
      this.draw();
    };
    const question = this.document?.question ?? null;
    const back = this.panel.isFolded(question, this.code) ? [[words.to_question, unfold, question.state === "open"]] : [];
    return [...back, way, [words.leave, () => this.leave(), false]];
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
