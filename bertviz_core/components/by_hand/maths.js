// What a layer does, for three vectors that a person can follow with a pencil.

export const EPSILON = 1e-12;

export function product(left, right, bias) {
  return left.map((row) => right[0].map((_, j) => row.reduce((sum, value, k) => sum + value * right[k][j], bias?.[j] ?? 0)));
}

export function transposed(rows) {
  return rows[0].map((_, j) => rows.map((row) => row[j]));
}

export function added(left, right) {
  return left.map((row, i) => row.map((value, j) => value + right[i][j]));
}

export function softmax(rows) {
  return rows.map((row) => {
    const most = Math.max(...row);
    const powers = row.map((value) => Math.exp(value - most));
    const sum = powers.reduce((a, b) => a + b);
    return powers.map((value) => value / sum);
  });
}

export function measured(rows) {
  const mean = rows.map((row) => row.reduce((a, b) => a + b) / row.length);
  const deviation = rows.map((row, i) =>
    Math.sqrt(row.reduce((sum, value) => sum + (value - mean[i]) ** 2, 0) / row.length + EPSILON),
  );
  const width = rows[0].length;
  return { mean, deviation, gamma: Array(width).fill(1), beta: Array(width).fill(0) };
}

export function normed(rows, { mean, deviation, gamma, beta }) {
  return rows.map((row, i) => row.map((value, j) => (gamma[j] * (value - mean[i])) / deviation[i] + beta[j]));
}

// The share of a normal distribution below x (Abramowitz & Stegun 7.1.26; off by less than 2e-7).
export function normalShare(x) {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const rest = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const half = 1 - rest * Math.exp(-z * z);
  return x < 0 ? (1 - half) / 2 : (1 + half) / 2;
}

export function gelu(rows) {
  return rows.map((row) => row.map((x) => x * normalShare(x)));
}

export function masked(scores, causal) {
  return scores.map((row, i) => row.map((value, j) => (causal && j > i ? -Infinity : value)));
}

// All steps of one head over the vectors `toy.x`, in the names of the numbers that come with a sentence.
export function toySteps({ matrices: m, causal }) {
  const q = product(m.x, m.wq);
  const k = product(m.x, m.wk);
  const v = product(m.x, m.wv);
  const scale = 1 / Math.sqrt(q[0].length);
  const scores = product(q, transposed(k));
  const open = masked(scores.map((row) => row.map((value) => value * scale)), causal);
  const weights = softmax(open);
  const context = product(weights, v);
  const attention = product(context, m.wo);
  const sum1 = added(m.x, attention);
  const norm1 = measured(sum1);
  const between = normed(sum1, norm1);
  const wide = product(between, m.w1);
  const activated = gelu(wide);
  const ff = product(activated, m.w2);
  const sum2 = added(between, ff);
  const norm2 = measured(sum2);
  return {
    arrays: {
      ...{ x: m.x, q, k, v, scores, masked: open, weights, context, joined: context, attention, sum1, between },
      ...{ wide, activated, ff, sum2, leaving: normed(sum2, norm2) },
    },
    matrices: Object.fromEntries(["wq", "wk", "wv", "wo", "w1", "w2"].map((name) => [name, { w: m[name], b: null }])),
    norms: [norm1, norm2],
    heads: [weights],
    head: 0,
    scale,
  };
}
