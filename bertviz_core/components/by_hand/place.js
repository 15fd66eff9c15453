// What is on screen, in the page's address: the step from 1, a token from 1, the cells that were changed.

export function keepPlace({ step, token, numbers, toy, data }) {
  const url = new URL(window.location.href);
  const put = (name, value, usual) => (value === usual ? url.searchParams.delete(name) : url.searchParams.set(name, value));
  put("step", String(step + 1), "1");
  put("token", String(token + 1), String(data.opening + 1));
  put("numbers", String(numbers), "false");
  if (toy) put("toy", toyText(toy), toyText(data.usual));
  if (url.href === window.location.href) return;
  try {
    window.history.replaceState(window.history.state, "", url);
  } catch {
    // Some browsers refuse more than a hundred changes in ten seconds: the next step writes this one too.
  }
}

// As `ui/inside/by_hand_toy` reads it.
export function toyText({ matrices, causal }) {
  const parts = Object.entries(matrices).map(([name, rows]) => `${name}_${rows.flat().join(".")}`);
  return [...parts, ...(causal ? ["causal"] : [])].join("~");
}
