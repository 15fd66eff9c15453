// What pages ask the model in the browser: one at a time, the newest question first.

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

  // Asks about a text or a pair. `wanted` as in worker.js; `words` of all blanks. Resolves to null where
  // the server must be asked, to undefined where a newer question came before this one was begun, else to the
  // answer with its `number`, which grows, the `encoding` that it is about and the `entries` of the vocabulary.
  async ask(text, pair, wanted) {
    const number = ++this.#number;
    const encoding = this.loaded && !this.failed ? this.read(text, pair) : null;
    this.#next?.resolve(undefined);
    this.#next = null;
    if (!encoding) return null;
    const { ids, segments, sentences, special, punctuation } = encoding;
    const blanks = wanted.words ? ids.flatMap((id, i) => (id === this.tokenizer.mask ? [i] : [])) : [];
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
