// Where the page reaches the model: in a thread of its own where a page from a disk may have one, else in its own.

import { beginThread } from "./thread.js";

export async function openPort() {
  try {
    return await threadOf(WORKER);
  } catch {
    return portHere();
  }
}

function threadOf(script) {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve(worker);
    worker.onerror = reject;
  }).finally(() => URL.revokeObjectURL(address));
}

// What a Worker has, without a thread: the page stands still for as long as an answer takes.
function portHere() {
  const port = { onmessage: null, onerror: null, terminate() {} };
  const scope = { onmessage: null, postMessage: (data) => setTimeout(() => port.onmessage?.({ data })) };
  port.postMessage = (data) => setTimeout(() => scope.onmessage({ data }));
  beginThread(scope);
  return port;
}
