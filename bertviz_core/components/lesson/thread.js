// Where the model of the page computes: it takes the weights piece by piece, then answers one question after another.

import { answerOf, serve, warmUp } from "../browser_model/answering.js";
import { Encoder } from "../browser_model/encoder.js";
import { tensorsOf } from "../browser_model/weights.js";

export function beginThread(scope) {
  let [encoder, waiting, file, filled] = [null, [], null, 0];

  async function begin({ kernel, sizes, config }) {
    encoder = await Encoder.create(kernel, config);
    waiting = [...sizes];
    return {};
  }

  // A piece may end one file and begin the next.
  function take({ bytes }) {
    for (let from = 0; from < bytes.length; ) {
      file ??= new Uint8Array(waiting.shift());
      const part = bytes.subarray(from, from + file.length - filled);
      file.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < file.length) return {};
      for (const [name, tensor] of tensorsOf(file)) encoder.place(name, tensor);
      file.buffer.transfer?.(0); // given back at once, where browsers can
      [file, filled] = [null, 0];
    }
    return {};
  }

  function finish() {
    encoder.finish();
    warmUp(encoder);
    return {};
  }

  serve(scope, { begin, take, finish, ask: (question) => answerOf(encoder, question) });
}
