// The thread in which the model computes: it is loaded once, then answers one question after another.

import { answerOf, serve, warmUp } from "./answering.js";
import { Encoder } from "./encoder.js";
import { forgetOthers, readFile, tensorsOf } from "./weights.js";

let encoder = null;

serve(self, { load, ask: (question) => answerOf(encoder, question) });

// `weights`: addresses, sizes and sums, as manifest.json of the folder has them.
async function load({ kernels, weights, config }) {
  const kernel = await bestKernel(kernels);
  encoder = await Encoder.create(kernel, config);
  let done = 0;
  const onBytes = (count) => self.postMessage({ progress: (done += count) });
  for (const { address, bytes, sha256 } of weights) {
    const file = await readFile(address, { bytes, sha256, onBytes }); // one at a time, so that one is in memory
    for (const [name, tensor] of tensorsOf(file)) encoder.place(name, tensor);
    file.buffer.transfer?.(0); // given back at once, where browsers can
  }
  encoder.finish();
  warmUp(encoder);
  forgetOthers(weights.map(({ address }) => address));
  return { answer: { megabytes: encoder.kernel.memory.buffer.byteLength / 2 ** 20 } };
}

// Instructions that round once instead of twice, where the browser has them; the plain kernel otherwise.
async function bestKernel(addresses) {
  for (const address of addresses) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} for ${address}`);
    const bytes = await response.arrayBuffer();
    if (WebAssembly.validate(bytes)) return bytes;
  }
  throw new Error("this browser lacks WebAssembly with SIMD");
}
