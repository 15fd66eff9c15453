// Sets of heads, and the order in which all heads are laid out.

export function allHeads({ layers, heads }) {
  return Array.from({ length: layers * heads }, (_, i) => spotOf({ heads }, i));
}

export function spotOf({ heads }, index) {
  return { layer: Math.floor(index / heads), head: index % heads };
}

export function indexOf({ heads }, { layer, head }) {
  return layer * heads + head;
}

// Indices of all heads by falling value of a statistic, or as they lie in the model.
export function headOrder(data, name) {
  const order = Array.from({ length: data.layers * data.heads }, (_, i) => i);
  const values = data.statistics?.[name]?.values;
  return values ? order.sort((a, b) => values[b] - values[a] || a - b) : order;
}

// "5,7.1": all heads of layer 5 and the first one of layer 7; "all". What the model lacks is left out.
export function readHeads(data, text) {
  const chosen = new Set();
  for (const part of text.split(",")) {
    const [, layer, head] = /^(\d+)(?:\.(\d+))?$/.exec(part) ?? [];
    for (const [index, spot] of allHeads(data).entries()) {
      const named = spot.layer + 1 === Number(layer) && (!head || spot.head + 1 === Number(head));
      if (named || part === "all") chosen.add(index);
    }
  }
  return chosen;
}

export function writeHeads(data, chosen) {
  if (chosen.size === data.layers * data.heads) return "all";
  const parts = [];
  for (let layer = 0; layer < data.layers; layer++) {
    const inLayer = [...chosen].filter((index) => spotOf(data, index).layer === layer).sort((a, b) => a - b);
    if (inLayer.length === data.heads) parts.push(String(layer + 1));
    else parts.push(...inLayer.map((index) => `${layer + 1}.${spotOf(data, index).head + 1}`));
  }
  return parts.join(",");
}
