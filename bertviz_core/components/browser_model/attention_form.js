// The attention of all heads as the server sends it to the attention view (components/attention/payload.py), and
// the statistics of heads (analysis/attention/heads_statistics), in one walk through the weights.

const STEPS = 10000; // between 0 and 1
const FACTORS = [1, 11, 101, 1001, 10001, 100001];
const BOUNDS = [0.25, 0.025, 0.0025, 0.00025, 0.000025]; // shares of a row below which steps are finer

// `weights` (layers, heads, n, n); `input` says of the n tokens `sentences`, `special` and `punctuation`.
// Returns `layers`, the bytes of each; `start`, the head worth opening with; `statistics` by their names, (heads).
export function attentionForm(weights, { layers, heads }, input) {
  const n = input.sentences.length;
  const maps = Array.from({ length: layers * heads }, (_, i) => weights.subarray(i * n * n, (i + 1) * n * n));
  const strengths = maps.map((map) => linkStrength(map, n, input));
  const best = strengths.indexOf(Math.max(...strengths));
  return {
    layers: Array.from({ length: layers }, (_, i) => layerBytes(maps.slice(i * heads, (i + 1) * heads), n, input)),
    start: { layer: Math.floor(best / heads), head: best % heads },
    statistics: statisticsOf(maps, n, input),
  };
}

// Low bytes of all weights in steps, high bytes, then for each text, head and query how much finer the steps are.
function layerBytes(maps, n, { sentences }) {
  const count = maps.length * n * n;
  const bytes = new Uint8Array(2 * count + 2 * maps.length * n);
  const pairs = sentences.some((sentence) => sentence === 1) ? [0, 1] : [0];
  const stepsOf = new Float64Array(3).fill(STEPS); // of special tokens, of either text
  for (const [number, map] of maps.entries()) {
    for (let query = 0; query < n; query++) {
      const from = query * n;
      const row = number * n + query;
      for (const text of pairs) {
        let share = 0;
        for (let key = 0; key < n; key++) if (sentences[key] === text) share += map[from + key];
        const choice = BOUNDS.reduce((finer, bound) => finer + (share < bound), 0);
        bytes[2 * count + text * maps.length * n + row] = choice;
        stepsOf[text + 1] = STEPS * FACTORS[choice];
      }
      for (let key = 0, at = row * n; key < n; key++, at++) {
        const whole = Math.round(map[from + key] * stepsOf[sentences[key] + 1]);
        bytes[at] = whole;
        bytes[count + at] = whole >> 8;
      }
    }
  }
  return bytes;
}

// How much a head links words that are not neighbours: the mean over tokens of the strongest such link.
function linkStrength(map, n, { special }) {
  let sum = 0;
  for (let query = 0; query < n; query++) {
    let strongest = 0;
    for (let key = 0; key < n && !special[query]; key++) {
      const apart = Math.abs(query - key) > 1 && !special[key];
      if (apart && map[query * n + key] > strongest) strongest = map[query * n + key];
    }
    sum += strongest;
  }
  return sum / n;
}

function statisticsOf(maps, n, { sentences, special, punctuation }) {
  const hasPair = sentences.includes(1);
  const words = sentences.filter((sentence) => sentence >= 0).length;
  const names = ["entropy", "distance", "to_cls", "to_sep", "to_self", "to_previous", "to_next", "to_punctuation"];
  const found = Object.fromEntries([...names, ...(hasPair ? ["across"] : [])].map((name) => [name, []]));
  for (const map of maps) {
    const sums = Object.fromEntries(Object.keys(found).map((name) => [name, 0]));
    for (let query = 0, at = 0; query < n; query++) {
      for (let key = 0; key < n; key++, at++) {
        const weight = map[at];
        if (weight > 0) sums.entropy -= weight * Math.log(weight);
        sums.distance += weight * Math.abs(query - key);
        if (special[key]) sums[key ? "to_sep" : "to_cls"] += weight;
        if (punctuation[key]) sums.to_punctuation += weight;
        if (hasPair && sentences[query] >= 0 && sentences[key] === 1 - sentences[query]) sums.across += weight;
      }
      sums.to_self += map[query * n + query];
      if (query) sums.to_previous += map[query * n + query - 1];
      if (query < n - 1) sums.to_next += map[query * n + query + 1];
    }
    for (const [name, values] of Object.entries(found)) values.push(sums[name] / (name === "across" ? words : n));
  }
  return found;
}
