// One layer and head as the server sends them to the stepper (components/by_hand/payload.py): of every vector the
// numbers that are shown, as rows.

// `run`: attention, states and steps of the encoder for `n` tokens. `wanted`: `layer`, `head`, `shown` numbers of a
// vector, and `joined`, those that are shown of all heads side by side.
export function layerSteps(run, config, n, { layer, head, shown, joined }) {
  const { hidden_size: hidden, intermediate_size: inner, num_attention_heads: heads, layer_norm_eps: epsilon } = config;
  const size = hidden / heads;
  const { steps } = run;
  const state = (number) => run.states.subarray(number * n * hidden, (number + 1) * n * hidden);
  const all = (columns, from = 0) => Array.from({ length: columns }, (_, i) => from + i);
  const rows = (values, width, columns) =>
    Array.from({ length: n }, (_, i) => columns.map((column) => values[i * width + column]));
  const weights = (one) => rows(run.attention.subarray((layer * heads + one) * n * n), n, all(n));
  const [own, few, whole] = [all(Math.min(shown, size), head * size), all(shown), all(size, head * size)];
  const [query, key] = [rows(steps.q, hidden, whole), rows(steps.k, hidden, whole)];
  const scores = query.map((q) => key.map((k) => q.reduce((sum, value, d) => sum + value * k[d], 0)));
  const sum1 = added(state(layer), steps.attention);
  const sum2 = added(steps.between, steps.ff);
  return {
    arrays: {
      x: rows(state(layer), hidden, few),
      ...{ q: rows(steps.q, hidden, own), k: rows(steps.k, hidden, own), v: rows(steps.v, hidden, own) },
      scores,
      masked: scores.map((row) => row.map((score) => score / Math.sqrt(size))),
      weights: weights(head),
      context: rows(steps.context, hidden, own),
      joined: rows(steps.context, hidden, joined),
      attention: rows(steps.attention, hidden, few),
      sum1: rows(sum1, hidden, few),
      between: rows(steps.between, hidden, few),
      ...{ wide: rows(steps.wide, inner, few), activated: rows(steps.activated, inner, few) },
      ff: rows(steps.ff, hidden, few),
      sum2: rows(sum2, hidden, few),
      leaving: rows(state(layer + 1), hidden, few),
    },
    norms: [measuredOf(sum1, n, epsilon), measuredOf(sum2, n, epsilon)],
    heads: all(heads).map(weights),
  };
}

function added(left, right) {
  return left.map((value, i) => value + right[i]);
}

function measuredOf(states, n, epsilon) {
  const width = states.length / n;
  const measures = Array.from({ length: n }, (_, i) => {
    const row = states.subarray(i * width, (i + 1) * width);
    const mean = row.reduce((sum, value) => sum + value, 0) / width;
    return [mean, Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width + epsilon)];
  });
  return { mean: measures.map(([mean]) => mean), deviation: measures.map(([, deviation]) => deviation) };
}
