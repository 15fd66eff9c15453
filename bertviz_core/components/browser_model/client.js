// What pages ask the model in the browser: one at a time, the newest question first.

import { hiddenInTurn } from "./in_turn.js";
import { sentenceEnd } from "./sentence_end.js";
import { Tokenizer } from "./tokenizer.js";

const FOLDER = new URL("./", import.meta.url);
const addressed = (address) => new URL(address, FOLDER).href;

class BrowserModel {
  #worker = null;
  #loading = null;
  #waiting = new Map(); // what was sent to the worker, by its number
  #next = null; // the question that is asked when the worker has answered
  #number = 0;
  #onProgress = new Set();

  loaded = false;
  failed = false;

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

  // Asks about a text or a pair. `wanted` as in worker.js; `words` of all blanks, and with `ending` of a blank at the
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
    const manifest = await (await fetched("manifest.json")).json();
    const vocabulary = await (await fetched(manifest.vocabulary)).text();
    this.tokenizer = new Tokenizer(vocabulary.trimEnd().split("\n"));
    this.#worker = new Worker(addressed("worker.js"), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data, manifest.bytes);
    this.#worker.onerror = (event) => this.#fail(new Error(event.message ?? "the worker ended"));
    const { config } = manifest;
    const kernels = manifest.kernels.map(addressed);
    const weights = manifest.weights.map(({ address, bytes }) => ({ address: addressed(address), bytes }));
    await this.#send("load", 0, { kernels, weights, config });
    this.loaded = true;
    this.#onProgress.clear();
  }

  #send(what, number, question) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ what, number, ...question });
    });
  }

  #receive({ number, answer, error, progress }, all) {
    if (progress !== undefined) {
      for (const tell of this.#onProgress) tell(progress, all);
      return;
    }
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
    this.#worker?.terminate();
  }
}

async function fetched(name) {
  const response = await fetch(addressed(name));
  if (!response.ok) throw new Error(`${response.status} for ${name}`);
  return response;
}

// One model for all views of a page: this module is loaded once.
export const browserModel = new BrowserModel();
