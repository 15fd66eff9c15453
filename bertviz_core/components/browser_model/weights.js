// The files of the model: fetched once, with progress, and kept in the browser under their hashed addresses.

const KEPT_AS = "bert-scope-model";

// Reads a file as bytes, of this size and with this SHA-256, as far as the browser counts it. `onBytes(count)` is told
// of each part that arrives. What was kept and is damaged is fetched again. Where the browser has no cache for
// scripts (pages without https), the file is kept as any other that never changes.
export async function readFile(address, { bytes, sha256, onBytes = () => {} }) {
  const cache = await openCache();
  const kept = await cache?.match(address);
  if (kept) {
    const body = new Uint8Array(await kept.arrayBuffer());
    if (body.length === bytes && (await hasSum(body, sha256))) {
      onBytes(body.length);
      return body;
    }
    await cache.delete(address);
  }
  const body = await download(address, bytes, onBytes);
  if (!(await hasSum(body, sha256))) throw new Error(`${address} is damaged`);
  await keep(cache, address, body);
  return body;
}

async function hasSum(body, sha256) {
  const subtle = globalThis.crypto?.subtle; // not in pages without https, which keep nothing either
  if (!subtle || !sha256) return true;
  const sum = new Uint8Array(await subtle.digest("SHA-256", body));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

// Takes files away that are none of these: those of a model that was there before.
export async function forgetOthers(addresses) {
  const cache = await openCache();
  const wanted = new Set(addresses.map((address) => new URL(address, self.location.href).href));
  for (const { url } of (await cache?.keys()) ?? []) if (!wanted.has(url)) await cache.delete(url);
}

async function openCache() {
  try {
    return (await globalThis.caches?.open(KEPT_AS)) ?? null;
  } catch {
    return null; // refused, as in some private windows
  }
}

async function keep(cache, address, body) {
  try {
    await cache?.put(address, new Response(body));
  } catch {
    // No room: it is fetched again next time.
  }
}

async function download(address, bytes, onBytes) {
  const response = await fetch(address, { priority: "low" });
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  const body = new Uint8Array(bytes);
  const reader = response.body.getReader();
  let at = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (at + part.value.length > bytes) throw new Error(`${address} is longer than it should be`);
    body.set(part.value, at);
    at += part.value.length;
    onBytes(part.value.length);
  }
  if (at !== bytes) throw new Error(`${address} is shorter than it should be`);
  return body;
}

// The tensors of a safetensors file: [name, { bytes, shape }], all of them float16.
export function* tensorsOf(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const begin = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, begin)));
  for (const [name, { dtype, shape, data_offsets: place }] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    if (dtype !== "F16") throw new Error(`${name} is ${dtype}`);
    yield [name, { bytes: file.subarray(begin + place[0], begin + place[1]), shape }];
  }
}
