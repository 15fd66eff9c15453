// The network: the weights in the memory of the kernel (kernel/encoder.c), and one question after another.

const ALIGNED = 64; // bytes
const PAGE = 65536;
const PANEL = 8; // rows of a weight that lie together
const HEAD = 32;
const SLACK = 128; // bytes after an array: it is read four numbers at a time

const STEPS = ["q", "k", "v", "context", "attention", "between", "wide", "activated", "ff"];
const SIDES = ["both", "left", "right"];
const OF_INNER = ["wide", "activated"];

const LAYER = [
  ...["attention.self.query", "attention.self.key", "attention.self.value"],
  ...["attention.output.dense", "attention.output.LayerNorm"],
  ...["intermediate.dense", "output.dense", "output.LayerNorm"],
];

export class Encoder {
  // `config` is the model's config.json; `kernel` the bytes of the WebAssembly module, which imports nothing.
  static async create(kernel, config) {
    const { instance } = await WebAssembly.instantiate(kernel, {});
    return new Encoder(instance.exports, config);
  }

  constructor(kernel, config) {
    if (config.hidden_size !== HEAD * config.num_attention_heads) throw new Error("heads of another size");
    this.kernel = kernel;
    this.config = config;
    this.top = kernel.__heap_base.value;
    this.placed = new Map();
    this.words = Math.ceil(config.vocab_size / PANEL) * PANEL;
  }

  // Copies one tensor into the memory, as the kernel reads it; names are those of the checkpoint.
  place(name, { bytes, shape }) {
    const packs = name.endsWith(".weight") && shape.length === 2 && !/position|token_type|seq_relationship/.test(name);
    const [rows, columns] = shape;
    const count = bytes.length / 2;
    const size = packs ? Math.ceil(rows / PANEL) * PANEL * columns * 2 : count * 4 + SLACK;
    const to = this.take(size);
    const kept = this.top;
    const from = this.take(bytes.length);
    this.top = kept; // what is placed next may lie over the stored numbers
    this.bytes().set(bytes, from);
    if (packs) this.kernel.pack(from, to, rows, columns);
    else {
      this.bytes().fill(0, to, to + size);
      this.kernel.widen(from, to, count);
    }
    this.placed.set(name, to);
  }

  // Writes the table of where everything is, after the last tensor.
  finish() {
    const { hidden_size: hidden, num_attention_heads: heads, intermediate_size: inner } = this.config;
    const { num_hidden_layers: layers, layer_norm_eps: epsilon } = this.config;
    const at = (name) => {
      if (!this.placed.has(name)) throw new Error(`no ${name}`);
      return this.placed.get(name);
    };
    const both = (name) => [at(`${name}.weight`), at(`${name}.bias`)];
    const table = Array.from({ length: layers }, (_, i) => LAYER.flatMap((name) => both(`bert.encoder.layer.${i}.${name}`)));
    const [embeddings, answers] = ["bert.embeddings", "cls.predictions"];
    const numbers = [
      ...[hidden, heads, inner, layers, this.words, new Int32Array(new Float32Array([epsilon]).buffer)[0]],
      ...["word", "position", "token_type"].map((name) => at(`${embeddings}.${name}_embeddings.weight`)),
      ...both(`${embeddings}.LayerNorm`),
      this.write(table.flat()),
      ...both("bert.pooler.dense"),
      ...both("cls.seq_relationship"),
      ...both(`${answers}.transform.dense`),
      ...both(`${answers}.transform.LayerNorm`),
      at(`${answers}.bias`),
    ];
    this.model = this.write(numbers);
    this.placed.clear();
  }

  // Runs ids and segments of n tokens. Views of what is wanted lie in the kernel's memory until the next call:
  // attention (layers, heads, n, n), states (layers + 1, n, hidden), logits (places, words), next (2), and `steps` of
  // the layer with the number wanted.steps, by their names (n, hidden or inner). `side`: where tokens may look, "left",
  // "right" or "both"; for one side `special` tells which of them are.
  run({ ids, segments, places = [], wanted, side = "both", special = [] }) {
    const n = ids.length;
    const { hidden_size: hidden, num_attention_heads: heads, num_hidden_layers: layers } = this.config;
    const kept = this.top;
    const fours = Array.from({ length: Math.ceil(places.length / 4) * 4 }, (_, i) => places[i] ?? places[0]);
    const sizes = {
      attention: wanted.attention ? layers * heads * n * n : 0,
      states: wanted.states ? (layers + 1) * n * hidden : 0,
      logits: fours.length * this.words,
      next: wanted.next ? 2 : 0,
    };
    const input = [this.write(ids), this.write(segments), fours.length, this.write(fours)];
    const output = Object.entries(sizes).map(([name, size]) => [name, size && this.take(size * 4 + SLACK), size]);
    const work = this.take(this.kernel.work_size(this.model, n) * 4 + SLACK);
    const widths = STEPS.map((name) => (OF_INNER.includes(name) ? this.config.intermediate_size : hidden));
    const followed = wanted.steps ?? -1;
    const steps = followed < 0 ? 0 : this.take(n * 4 * widths.reduce((sum, width) => sum + width) + SLACK);
    this.kernel.forward(this.model, n, ...input, ...output.map(([, place]) => place), work, followed, steps, SIDES.indexOf(side), this.write(special));
    this.top = kept;
    const view = (place, size) => new Float32Array(this.kernel.memory.buffer, place, size);
    const views = output.map(([name, place, size]) => [name, view(place, size)]).filter(([, { length }]) => length);
    if (steps) {
      const before = (i) => widths.slice(0, i).reduce((sum, width) => sum + width, 0);
      views.push(["steps", Object.fromEntries(STEPS.map((name, i) => [name, view(steps + 4 * n * before(i), n * widths[i])]))]);
    }
    return Object.fromEntries(views);
  }

  bytes() {
    return new Uint8Array(this.kernel.memory.buffer);
  }

  write(numbers) {
    const place = this.take(numbers.length * 4 + SLACK);
    new Int32Array(this.kernel.memory.buffer, place, numbers.length).set(numbers);
    return place;
  }

  take(size) {
    const place = Math.ceil(this.top / ALIGNED) * ALIGNED;
    this.top = place + size;
    const missing = this.top - this.kernel.memory.buffer.byteLength;
    if (missing > 0) this.kernel.memory.grow(Math.ceil(missing / PAGE));
    return place;
  }
}
