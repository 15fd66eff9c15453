// Entry: this tab in a class. It is called with every run of a page; what it does lives on between them.
// `CLASS_STYLE` stands before this script.

import { say } from "./asking.js";
import { ClassBar } from "./bar.js";
import { Following } from "./following.js";
import { Leading } from "./leading.js";
import { keepClass, keepToken, keptClass, keptToken } from "./memory.js";
import { isTextField } from "./place.js";
import { QuestionPanel } from "./question.js";
import { ClassStream } from "./stream.js";

const ROOM = Symbol.for("class room");
const NOTE_MS = 8000;

class ClassRoom {
  constructor() {
    Object.assign(this, { data: null, tell: null, code: null, token: null, document: null, note: "", isLost: false });
    Object.assign(this, { stream: null, leading: null, following: null, bar: new ClassBar(), done: new Set() });
    this.panel = new QuestionPanel((act) => this.act(act));
    for (const kind of ["pointerdown", "keydown"]) {
      window.addEventListener(kind, (event) => event.isTrusted && this.leading?.act(), { capture: true });
    }
    window.addEventListener("input", (event) => this.noticeTyping(event), { capture: true });
  }

  // A run of a page: its words, its texts, what it could ask, and what its owner wants.
  update(data, setStateValue, setTriggerValue) {
    Object.assign(this, { data, tell: setStateValue, trigger: setTriggerValue });
    const { wanted } = data;
    if (data.moved.code === this.code) this.following?.confirm(data.moved.moved);
    if (wanted && !this.done.has(wanted.id)) {
      this.done.add(wanted.id);
      this.want(wanted);
    } else if (this.code === null) this.resume();
    this.draw();
  }

  resume() {
    const kept = keptClass();
    if (kept) this.enter(kept.code, kept.leads ? keptToken(kept.code) : null);
  }

  async want({ what, code }) {
    if (what === "start") await this.start();
    if (what === "leave") this.leave();
    if (what !== "join") return;
    const invitation = new URLSearchParams(window.location.hash.slice(1)).get("lead");
    if (!invitation) this.enter(code, keptToken(code));
    else {
      history.replaceState(history.state, "", window.location.pathname + window.location.search);
      await this.tried(async () => {
        const { token } = await say(code, "host", { invitation });
        keepToken(code, token);
        this.enter(code, token);
      });
    }
  }

  async start() {
    await this.tried(async () => {
      const { code, token } = await say(null, "", {});
      keepToken(code, token);
      this.enter(code, token);
    });
  }

  enter(code, token) {
    if (this.code === code) return;
    this.stop();
    Object.assign(this, { code, token, document: null, isLost: false });
    keepClass({ code, leads: token !== null });
    const shown = () => [this.data.texts, this.data.hidden];
    this.following = new Following((document) => this.move(document), shown);
    this.leading = token && new Leading(code, token, shown, (error) => this.complain(error));
    this.stream = new ClassStream(code, (document) => this.hear(document), () => this.lose());
    this.tell("standing", { code, leads: token !== null });
    this.draw();
  }

  move({ address, moved }) {
    this.leading?.follow(address);
    this.trigger("move", { code: this.code, address, moved });
  }

  hear(document) {
    this.isLost = false;
    if (document.ended) {
      this.say(this.data.words.ended);
      if (this.token) keepToken(this.code, null);
      this.leave();
      return;
    }
    this.document = document;
    const isMine = document.by && document.address === this.leading?.said;
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

  async act({ name, ...body }) {
    await this.tried(async () => {
      const said = await say(this.code, name, body, this.token);
      if (name === "counts") this.save(said);
    });
    this.draw();
  }

  save(table) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([table], { type: "text/csv" }));
    link.download = "class.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async invite() {
    await this.tried(async () => {
      const { invitation } = await say(this.code, "invitation", {}, this.token);
      const link = new URL(".", window.location.href);
      link.searchParams.set("class", this.code);
      link.hash = `lead=${invitation}`;
      await navigator.clipboard?.writeText(link.href).catch(() => {});
      this.say(`${this.data.words.invitation} ${link.href}`);
    });
  }

  async end() {
    await this.tried(() => say(this.code, "end", {}, this.token));
  }

  async tried(work) {
    try {
      await work();
    } catch (error) {
      this.complain(error);
    }
  }

  complain(error) {
    const known = this.data.refusals[error.message];
    const seconds = error.fields?.seconds ?? "";
    this.say((known ?? this.data.words.failed).replace("{seconds}", seconds));
  }

  say(note) {
    this.note = note;
    this.draw();
    setTimeout(() => {
      if (this.note === note) this.note = "";
      this.draw();
    }, NOTE_MS);
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
    this.panel.draw(told?.question ?? null, words, locale, this.token !== null);
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
    return [way, [words.leave, () => this.leave(), false]];
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
