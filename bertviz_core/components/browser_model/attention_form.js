// The attention of all heads as the server sends it to the attention view (components/attention/payload.py), and
// the statistics of heads (analysis/attention/heads_statistics), in one walk through the weights.

const STEPS = 10000; // between 0 and 1
const FACTORS = [1, 11, 101, 1001, 10001, 100001];
const BOUNDS = [0.25, 0.025, 0.0025, 0.00025, 0.000025]; // shares of a row below which steps are finer
const NAMES = ["entropy", "distance", "to_cls", "to_sep", "to_self", "to_previous", "to_next", "to_punctuation"];

// `weights` (layers, heads, n, n); `input` says of the n tokens `sentences`, `special` and `punctuation`.
// Returns `layers`, the bytes of each; `start`, the head worth opening with; `statistics` by their names, (heads).
export function attentionForm(weights, { layers, heads }, input) {
  const n = input.sentences.length;
  const texts = Uint8Array.from(input.sentences, (sentence) => sentence + 1); // 0 for special tokens
  const places = (chosen) => input.sentences.flatMap((_, i) => (chosen(i) ? [i] : []));
  const about = {
    n,
    texts,
    hasPair: texts.includes(2),
    words: places((i) => texts[i] > 0).length,
    closing: places((i) => i > 0 && input.special[i]),
    punctuation: places((i) => input.punctuation[i]),
  };
  const names = about.hasPair ? [...NAMES, "across"] : NAMES;
  const statistics = Object.fromEntries(names.map((name) => [name, []]));
  let [best, strongest] = [0, -1];
  const bytes = Array.from({ length: layers }, () => new Uint8Array(2 * heads * n * n + 2 * heads * n));
  for (let index = 0; index < layers * heads; index++) {
    const map = weights.subarray(index * n * n, (index + 1) * n * n);
    const { linked, ...sums } = walk(map, bytes[Math.floor(index / heads)], index % heads, heads, about);
    for (const name of names) statistics[name].push(sums[name] / (name === "across" ? about.words : n));
    if (linked > strongest) [best, strongest] = [index, linked];
  }
  return { layers: bytes, start: { layer: Math.floor(best / heads), head: best % heads }, statistics };
}

// Writes the steps of one map: the low bytes of all weights, the high bytes, then for each text, head and query how
// much finer the steps are. Returns its sums over rows; `linked` adds up the strongest links of words that are no
// neighbours.
function walk(map, bytes, head, heads, { n, texts, hasPair, closing, punctuation }) {
  const [count, rows] = [heads * n * n, heads * n];
  const [shares, steps] = [new Float64Array(3), new Float64Array(3).fill(STEPS)];
  let [entropy, distance, linked, across] = [0, 0, 0, 0];
  let [to_cls, to_sep, to_self, to_previous, to_next, to_punctuation] = [0, 0, 0, 0, 0, 0];
  for (let query = 0, from = 0; query < n; query++, from += n) {
    const text = texts[query];
    let strongest = 0;
    shares.fill(0);
    for (let key = 0; key < n; key++) {
      const weight = map[from + key];
      const apart = query > key ? query - key : key - query;
      if (weight > 0) entropy -= weight * Math.log(weight);
      distance += weight * apart;
      shares[texts[key]] += weight;
      if (weight > strongest && apart > 1 && text && texts[key]) strongest = weight;
    }
    linked += strongest;
    to_cls += map[from];
    to_self += map[from + query];
    if (query) to_previous += map[from + query - 1];
    if (query < n - 1) to_next += map[from + query + 1];
    for (const key of closing) to_sep += map[from + key];
    for (const key of punctuation) to_punctuation += map[from + key];
    if (text) across += shares[3 - text];
    const row = head * n + query;
    for (let one = 1; one <= (hasPair ? 2 : 1); one++) {
      let choice = 0;
      while (choice < BOUNDS.length && shares[one] < BOUNDS[choice]) choice++;
      bytes[2 * count + (one - 1) * rows + row] = choice;
      steps[one] = STEPS * FACTORS[choice];
    }
    for (let key = 0, at = row * n; key < n; key++, at++) {
      const whole = (map[from + key] * steps[texts[key]] + 0.5) | 0;
      bytes[at] = whole;
      bytes[count + at] = whole >> 8;
    }
  }
  return { entropy, distance, to_cls, to_sep, to_self, to_previous, to_next, to_punctuation, across, linked };
}
