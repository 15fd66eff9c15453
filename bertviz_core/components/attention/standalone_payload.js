// The payload of a file: the bytes that came from the server, opened at what is on screen, and the layers
// that came later.

const LENGTH_BYTES = 4;

export async function standalonePayload({ bytes, data, settings, layer, head }) {
  const { header, body } = split(bytes);
  const sent = layersOf(header);
  const later = [...data.weights].filter(([number]) => !sent.has(number));
  const blocks = await Promise.all(later.map(([, layer]) => deflate(layer)));
  const opening = { ...settings, layer: layer + 1, head: head + 1 };
  const text = JSON.stringify({
    ...header,
    open: null, // what the app was asked to open before; a file opens at what is on screen
    standIn: false,
    address: {},
    words: { ...header.words, arriving: header.words.notInFile },
    standalone: Object.fromEntries(Object.entries(opening).map(([name, choice]) => [name, String(choice)])),
    blocks: [
      ...header.blocks,
      ...blocks.map((block, i) => ({ name: "layer", layer: later[i][0], bytes: block.length })),
    ],
  });
  const written = new TextEncoder().encode(text);
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, written.length, true);
  return joined([length, written, body, ...blocks]);
}

// 0-based numbers of the layers whose weights are in a payload.
export function layersIn(bytes) {
  return layersOf(split(bytes).header);
}

function layersOf({ blocks }) {
  return new Set(blocks.filter(({ name }) => name === "layer").map(({ layer }) => layer));
}

function split(bytes) {
  const end = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, end)));
  return { header, body: bytes.subarray(end) };
}

async function deflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
