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
    if (block.name === "layer") data.weights.set(block.layer, joinPlanes(array));
    else data.thumbnails = array;
  }
  return data;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// All low bytes come before all high bytes.
function joinPlanes(planes) {
  const count = planes.length / 2;
  const joined = new Uint16Array(count);
  for (let i = 0; i < count; i++) joined[i] = planes[i] | (planes[count + i] << 8);
  return joined;
}

// The n x n weights of one head in steps of 1 / data.steps, or null while its layer is not here.
export function weightsOf(data, layer, head) {
  const size = data.n ** 2;
  return data.weights.get(layer)?.subarray(head * size, (head + 1) * size) ?? null;
}
