// A question to the class, over the page: for those who vote, and for who leads them.

import { drawBars } from "./bars.js";
import { button, element, keepFitted, putInPlace } from "./dom.js";

const NEXT_STEPS = {
  open: ["close", "show"],
  closed: ["show", "again"],
  shown: ["again", "explain"],
  explained: [],
};

// What a question covers cannot be reached meanwhile, by keys or by a screen reader.
function setBehind(isBehind) {
  document.querySelector("[data-testid=stMain]")?.toggleAttribute("inert", isBehind);
}

export class QuestionPanel {
  // `act` is called with what is to be said to the server, and returns whether that took it.
  constructor(act, redraw) {
    Object.assign(this, { act, redraw, panel: null, mine: new Map(), shown: "", folded: "", code: null });
  }

  // Whoever goes back to the page is asked again when the lecturer goes on.
  isFolded(question, code) {
    return question !== null && this.folded === `${code} ${question.number} ${question.round} ${question.state}`;
  }

  unfold() {
    this.folded = "";
  }

  draw(question, words, locale, leads, code) {
    this.code = code;
    if (!question || (!leads && this.isFolded(question, code))) {
      this.remove();
      return;
    }
    const now = JSON.stringify([question, locale, leads, this.mine.get(this.vote(question))]);
    if (this.panel?.isConnected && now === this.shown) return;
    const typed = this.panel?.querySelector("input")?.value ?? "";
    const panel = element("section", { class: "class-question", role: "dialog", tabindex: "-1", "aria-label": words.question });
    panel.append(
      element("h2", {}, words.asked[question.kind] ?? words.question),
      ...question.about.split("\n").map((line) => element("p", { class: "about" }, line)),
      this.middle(question, words, locale, leads),
      element("p", { class: "votes", "aria-live": "polite" }, words.votes.replace("{votes}", question.votes)),
      this.buttons(question, words, leads),
    );
    putInPlace(this.panel, panel);
    keepFitted(panel);
    setBehind(true);
    if (!this.panel) panel.focus(); // what is behind it cannot be reached
    Object.assign(this, { panel, shown: now });
    const field = panel.querySelector("input");
    if (field && typed) field.value = typed;
  }

  vote(question) {
    return `${this.code} ${question.number} ${question.round}`;
  }

  middle(question, words, locale, leads) {
    if (question.counts) return drawBars(question, words, locale);
    const said = element("p", { class: "round" }, question.round === 2 ? words.vote_again_hint : "");
    if (question.state !== "open") return element("p", { class: "round" }, words.closed_hint);
    if (leads) {
      const options = question.options.map((option) => element("li", {}, option));
      return element("div", {}, said, element("ol", { class: "options" }, ...options));
    }
    return element("div", {}, said, ...this.choices(question, words));
  }

  choices(question, words) {
    const chosen = this.mine.get(this.vote(question));
    const choose = async (choice, label) => {
      const vote = this.vote(question);
      const before = this.mine.get(vote);
      this.mine.set(vote, label);
      const isTaken = await this.act({ name: "vote", question: question.number, round: question.round, choice });
      if (!isTaken && this.mine.get(vote) === label) {
        if (before === undefined) this.mine.delete(vote);
        else this.mine.set(vote, before);
        this.redraw();
      }
    };
    const told = element("p", { class: "mine", role: "status" }, chosen ? words.your_answer.replace("{answer}", chosen) : "");
    if (question.options.length) {
      const options = question.options.map((option, place) =>
        button(option, () => choose(String(place), option), { "aria-pressed": String(chosen === option) }));
      return [element("div", { class: "choices" }, ...options), told];
    }
    const field = element("input", { type: "text", maxlength: 60, autocomplete: "off", "aria-label": words.your_word });
    const form = element("form", { class: "choices" }, field, element("button", { type: "submit" }, words.send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const word = field.value.trim();
      if (word) choose(word, word);
    });
    return [form, told];
  }

  buttons(question, words, leads) {
    if (!leads) {
      const fold = () => {
        this.folded = `${this.code} ${question.number} ${question.round} ${question.state}`;
        this.redraw();
      };
      return element("div", { class: "steps" }, button(words.fold, fold));
    }
    const steps = NEXT_STEPS[question.state].filter((step) => step !== "again" || question.round === 1);
    const go = (step) => this.act({ name: "step", question: question.number, step });
    return element(
      "div",
      { class: "steps" },
      ...steps.map((step) => button(words.steps[step], () => go(step))),
      question.counts ? button(words.save_counts, () => this.act({ name: "counts" })) : null,
      button(words.dismiss, () => go(null)),
    );
  }

  remove() {
    if (this.panel) setBehind(false);
    this.panel?.remove();
    Object.assign(this, { panel: null, shown: "" });
  }
}
