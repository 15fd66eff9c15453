// What pages ask a model: one question at a time, the newest first.

import { hiddenInTurn } from "./in_turn.js";
import { sentenceEnd } from "./sentence_end.js";

export class AskedModel {
  #open;
  #port = null;
  #loading = null;
  #waiting = new Map(); // what was sent to the model, by its number
  #next = null; // the question that is asked when the model has answered
  #number = 0;
  #onProgress = new Set();

  loaded = false;
  failed = false;

  // `open()` resolves to a `tokenizer`; a `port` to where the model computes, with what a Worker has; and `load`,
  // a function that is given `send(what, question, transfer)` and `tell(bytes, all)`, which says what has come.
  constructor(open) {
    this.#open = open;
  }

  // Loads everything, once; rejects where that cannot be done here. `onProgress(bytes, all)` is told of what has come.
  load({ onProgress } = {}) {
    if (onProgress) this.#onProgress.add(onProgress);
    this.#loading ??= this.#begin().catch((error) => {
      this.#fail(error);
      throw error;
    });
    return this.#loading;
  }

  // What a tokenizer says of a text or a pair, null for what the server must read.
  read(text, pair = null) {
    return this.tokenizer?.encode(text, pair) ?? null;
  }

  // Asks about a text or a pair. `wanted` as in answering.js; `words` of all blanks, and with `ending` of a blank at the
  // end as if the sentence ended there (sentence_end.js), which the answer names `ending`. Resolves to null where
  // the server must be asked, to undefined where a newer question came before this one was begun, else to the
  // answer with its `number`, which grows, the `encoding` that it is about and the `entries` of the vocabulary. For
  // `surprise` tokens are hidden in turn (in_turn.js); `tell` gets each answer but the last.
  async ask(text, pair, wanted, tell = () => {}) {
    const number = ++this.#number;
    const encoding = this.loaded && !this.failed ? this.read(text, pair) : null;
    this.#next?.resolve(undefined);
    this.#next = null;
    if (!encoding) return null;
    if (wanted.surprise) return this.#inTurn(number, encoding, wanted.surprise, tell);
    const answer = await this.#ask(number, encoding, wanted);
    const ending = wanted.ending && answer?.words?.length && this.#ending(encoding, answer.words.at(-1).ids[0]);
    if (!ending) return answer;
    const ended = number === this.#number ? await this.#ask(number, ending.encoding, wanted) : undefined;
    return ended && { ...ended, encoding, ending };
  }

  async #inTurn(number, encoding, wanted, tell) {
    const scores = new Map();
    const all = hiddenInTurn(encoding, this.tokenizer.mask, wanted);
    let answer = null; // nothing can be scored, or too much
    for (const { place, ids } of all) {
      if (number !== this.#number) return undefined;
      const { score, ...about } = await this.#ask(number, { ...encoding, ids }, { score: encoding.ids[place] }, [place]) ?? {};
      if (!score) return undefined;
      scores.set(place, score);
      answer = { ...about, encoding, surprise: { scores: new Map(scores), count: all.length } };
      if (scores.size < all.length) tell(answer);
    }
    return answer;
  }

  #ending(encoding, first) {
    const end = encoding.pair === null ? sentenceEnd(encoding.text, this.tokenizer.entries[first]) : null;
    const ended = end && this.read(end.text);
    const unknown = (one) => one.unknown.filter(Boolean).length;
    return ended && unknown(ended) === unknown(encoding) ? { ...end, encoding: ended } : null;
  }

  async #ask(number, encoding, wanted, places = null) {
    const { ids, segments, sentences, special, punctuation } = encoding;
    const blanks = places ?? (wanted.words ? ids.flatMap((id, i) => (id === this.tokenizer.mask ? [i] : [])) : []);
    const question = { input: { ids, segments, sentences, special, punctuation }, places: blanks, wanted };
    const answer = await new Promise((resolve) => {
      this.#next = { number, question, resolve };
      this.#proceed();
    });
    return answer && { number, encoding, places: blanks, entries: this.tokenizer.entries, ...answer };
  }

  #proceed() {
    if (!this.#next || this.#waiting.size) return;
    const { number, question, resolve } = this.#next;
    this.#next = null;
    this.#send("ask", number, question).then(resolve, () => resolve(null));
  }

  async #begin() {
    const { tokenizer, port, load } = await this.#open();
    this.tokenizer = tokenizer;
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
    port.onerror = (event) => this.#fail(new Error(event.message ?? "the worker ended"));
    const tell = (bytes, all) => this.#onProgress.forEach((listener) => listener(bytes, all));
    await load((what, question, transfer) => this.#send(what, 0, question, transfer), tell);
    this.loaded = true;
    this.#onProgress.clear();
  }

  #send(what, number, question, transfer = []) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#port.postMessage({ what, number, ...question }, transfer);
    });
  }

  #receive({ number, answer, error }) {
    if (number === undefined) return; // no answer: it says how far it is
    const { resolve, reject } = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (error) reject(new Error(error));
    else resolve(answer);
    this.#proceed();
  }

  #fail(error) {
    this.failed = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#next?.resolve(null);
    this.#next = null;
    this.#port?.terminate();
  }
}
