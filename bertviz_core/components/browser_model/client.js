// The model of the server's pages: its files are fetched, and it computes in a thread of its own.

import { AskedModel } from "./asked_model.js";
import { Tokenizer } from "./tokenizer.js";

const FOLDER = new URL("./", import.meta.url);
const addressed = (address) => new URL(address, FOLDER).href;

async function open() {
  const manifest = await (await fetched("manifest.json")).json();
  const vocabulary = await (await fetched(manifest.vocabulary)).text();
  const tokenizer = new Tokenizer(vocabulary.trimEnd().split("\n"));
  const { config } = manifest;
  const kernels = manifest.kernels.map(addressed);
  const weights = manifest.weights.map(({ address, ...file }) => ({ address: addressed(address), ...file }));
  const port = new Worker(addressed("worker.js"), { type: "module" });
  const load = (send, tell) => {
    port.addEventListener("message", ({ data: { progress } }) => progress && tell(progress, manifest.bytes));
    return send("load", { kernels, weights, config });
  };
  return { tokenizer, port, load };
}

async function fetched(name) {
  const response = await fetch(addressed(name));
  if (!response.ok) throw new Error(`${response.status} for ${name}`);
  return response;
}

// One model for all views of a page: this module is loaded once.
export const browserModel = new AskedModel(open);
