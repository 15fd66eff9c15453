// Numbers of the heads as probabilities.

// Of two numbers, or few.
export function softmax(logits) {
  const most = Math.max(...logits);
  const shares = Array.from(logits, (logit) => Math.exp(logit - most));
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.map((share) => share / sum);
}

// The entries of a vocabulary with the highest logits, in order: their `ids` and `probabilities` over all of it.
export function bestWords(logits, count) {
  const ids = new Int32Array(Math.min(count, logits.length));
  let kept = 0;
  for (let id = 0; id < logits.length; id++) {
    if (kept === ids.length && logits[id] <= logits[ids[kept - 1]]) continue;
    let place = kept < ids.length ? kept++ : kept - 1;
    for (; place > 0 && logits[ids[place - 1]] < logits[id]; place--) ids[place] = ids[place - 1];
    ids[place] = id;
  }
  const most = logits[ids[0]];
  let sum = 0;
  for (let id = 0; id < logits.length; id++) sum += Math.exp(logits[id] - most);
  return { ids, probabilities: Float64Array.from(ids, (id) => Math.exp(logits[id] - most) / sum) };
}

// How one entry stands among all: its log probability in nats, its rank from 1, and the most probable other one.
export function scoreOf(logits, own) {
  let [rank, other] = [1, own ? 0 : 1];
  for (let id = 0; id < logits.length; id++) {
    if (logits[id] > logits[own]) rank++;
    if (id !== own && logits[id] > logits[other]) other = id;
  }
  const most = Math.max(logits[own], logits[other]);
  let sum = 0;
  for (let id = 0; id < logits.length; id++) sum += Math.exp(logits[id] - most);
  const logOf = (id) => logits[id] - most - Math.log(sum);
  return { logProbability: logOf(own), rank, other: { id: other, probability: Math.exp(logOf(other)) } };
}
