// The model out of what lies in the page, or beside it.

import { Tokenizer } from "../browser_model/tokenizer.js";
import { bytesOf } from "./base64.js";
import { openPort } from "./port.js";
import { embeddedWeights, fetchedWeights } from "./weight_pieces.js";

// As AskedModel opens one. `weights`: the sizes of the files in `bytes`, each with its `address` where it lies beside.
// `kernels`: the first is taken that the browser can run.
export async function openModel({ config, weights, kernels, vocabulary }) {
  const tokenizer = new Tokenizer(vocabulary.split("\n"));
  const kernel = kernels.map(bytesOf).find((bytes) => globalThis.WebAssembly?.validate(bytes));
  if (!kernel) throw Object.assign(new Error("no WebAssembly with SIMD"), { reason: "oldBrowser" });
  const pieces = weights[0].address ? fetchedWeights(weights) : embeddedWeights();
  const port = await openPort();
  const load = async (send, tell) => {
    const sizes = weights.map(({ bytes }) => bytes);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    let done = 0;
    tell(done, all);
    await send("begin", { kernel, sizes, config });
    for await (const bytes of pieces) {
      done += bytes.length;
      if (done > all) break;
      await send("take", { bytes }, [bytes.buffer]);
      tell(done, all);
    }
    if (done !== all) throw Object.assign(new Error(`${done} of ${all} bytes`), { reason: "incomplete" });
    await send("finish", {});
  };
  return { tokenizer, port, load };
}
