// The block of bytes that payload.py writes, read back: a header, and arrays that come compressed.

const HEADER_AT = 4;

export async function decodePayload(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_AT, HEADER_AT + headerLength)));
  let at = HEADER_AT + headerLength;
  const arrays = header.blocks.map((block) => inflate(bytes.subarray(at, (at += block.bytes))));
  const data = { ...header, n: header.tokens.length, weights: new Map(), thumbnails: null };
  for (const [i, block] of header.blocks.entries()) {
    const array = await arrays[i];
    if (block.name === "layer") data.weights.set(block.layer, array);
    else data.thumbnails = array;
  }
  return data;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The n x n weights of one head, or null while its layer is not here. A layer lies as payload.py describes:
// low bytes, high bytes, then for each text, head and query the choice of finer steps.
export function weightsOf(data, layer, head) {
  const { n, heads, steps, factors, sentences } = data;
  const bytes = data.weights.get(layer);
  if (!bytes) return null;
  const count = heads * n * n;
  const weights = new Float32Array(n * n);
  const texts = Uint8Array.from(sentences, (sentence) => sentence + 1); // 0 for special tokens
  const whole = new Float64Array(3).fill(steps);
  for (let query = 0, at = 0; query < n; query++) {
    const row = head * n + query;
    for (let text = 0; text < 2; text++) whole[text + 1] = steps * factors[bytes[2 * count + text * heads * n + row]];
    for (let key = 0, from = row * n; key < n; key++, from++, at++) {
      weights[at] = (bytes[from] | (bytes[count + from] << 8)) / whole[texts[key]];
    }
  }
  return weights;
}
