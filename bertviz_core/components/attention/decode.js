// The block of bytes that payload.py writes, read back as views on the same memory.

const HEADER_AT = 4;

export function decodePayload(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_AT, HEADER_AT + headerLength)));
  const n = header.tokens.length;
  const side = header.thumbnailSide;
  const thumbnailsAt = HEADER_AT + headerLength;
  const thumbnailCount = header.layers * header.heads * side * side;
  const weightsAt = thumbnailsAt + Math.ceil(thumbnailCount / 8) * 8;
  const weightCount = header.sentLayers.length * header.heads * n * n;
  return {
    ...header,
    n,
    thumbnails: bytes.subarray(thumbnailsAt, thumbnailsAt + thumbnailCount),
    weights: alignedUint16(bytes, weightsAt, weightCount),
  };
}

// A typed array must begin at an even address; the message it came in does not promise one.
function alignedUint16(bytes, at, count) {
  const start = bytes.byteOffset + at;
  if (start % 2 === 0) return new Uint16Array(bytes.buffer, start, count);
  return new Uint16Array(bytes.slice(at, at + count * 2).buffer);
}

export function thumbnailOf(data, layer, head) {
  const size = data.thumbnailSide ** 2;
  const at = (layer * data.heads + head) * size;
  return data.thumbnails.subarray(at, at + size);
}

// The n x n weights of one head, or null when its layer was not sent.
export function weightsOf(data, layer, head) {
  const place = data.sentLayers.indexOf(layer);
  if (place < 0) return null;
  const size = data.n ** 2;
  const at = (place * data.heads + head) * size;
  return data.weights.subarray(at, at + size);
}

export function valueAt(data, weights, query, key) {
  return weights[query * data.n + key] / 65535;
}
