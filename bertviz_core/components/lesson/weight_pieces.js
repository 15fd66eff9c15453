// The files of the weights, one after another, in pieces that are small enough for a phone.

import { bytesOf } from "./base64.js";

// Those that lie in the page: each is taken out of it when it has been read.
export async function* embeddedWeights() {
  for (const element of document.querySelectorAll("script.weights")) {
    const bytes = bytesOf(element.textContent);
    element.remove();
    yield bytes;
  }
}

// Those that lie beside it.
export async function* fetchedWeights(weights) {
  for (const { address } of weights) {
    const response = await fetch(address).catch((error) => missing(error.message));
    if (!response.ok) missing(`${response.status} for ${address}`);
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  }
}

function missing(message) {
  throw Object.assign(new Error(message), { reason: "missing" });
}
