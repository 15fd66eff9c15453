// A sentence that the model in the browser followed while somebody types, as the server sends one.

const LOOK_AGAIN = [300, 1500]; // milliseconds: a field may show what the server put there later than its answer

function meetingPoint() {
  return (globalThis[Symbol.for("answers while typing")] ??= new EventTarget());
}

function say(where) {
  meetingPoint().dispatchEvent(new CustomEvent("shown", { detail: where }));
}

// Shows in a stepper what the server sent, or what is typed meanwhile. Returns `receive`, of what the server sent, and
// `end`. `dim(former)` is told whether what is shown is about a former text.
export function showNewest(view, dim) {
  const ending = new AbortController();
  let [sent, written, typed] = [null, "", null];
  const showSent = (one, [wait, ...later]) => {
    if (one !== sent || ending.signal.aborted) return;
    if (typed && meetingPoint().isOlder?.(sent.text, sent.pair)) {
      if (wait) setTimeout(() => showSent(one, later), wait);
      return;
    }
    typed = null;
    view.receive(sent);
    if (sent.typing) say("server");
  };
  const showTyped = ({ detail }) => {
    if (!sent?.typing) return;
    if (!detail.steps) return leave();
    typed = typedPicture(sent, detail);
    view.receive(typed);
    say("here");
  };
  // What is typed is not answered here: what is shown is about a former text, unless it is that of the server.
  const leave = () => {
    if (!sent?.typing) return;
    if (!meetingPoint().isStill?.(sent.text, sent.pair)) return say("enter");
    showSent(sent, []);
  };
  const { signal } = ending;
  meetingPoint().addEventListener("answer", showTyped, { signal });
  meetingPoint().addEventListener("left", leave, { signal });
  meetingPoint().addEventListener("shown", ({ detail }) => dim(detail === "enter"), { signal });
  return {
    receive(data) {
      const now = JSON.stringify(data);
      if (now === written) return view.receive(typed ?? sent); // the theme may be another
      [sent, written] = [data, now];
      showSent(data, LOOK_AGAIN);
    },
    end: () => ending.abort(),
  };
}

export function typedPicture(sent, { encoding, steps }) {
  const tokens = encoding.labels.map((label, place) => `${label} ${place}`);
  const [query, key] = strongestPair(steps.arrays.weights, encoding.special);
  const share = `${evenly(100 * steps.arrays.weights[query][key])}${sent.typing.percentSign}`;
  const fields = { layer: sent.typing.layer + 1, head: sent.head + 1, query: tokens[query], key: tokens[key], share };
  return {
    ...sent,
    id: `${sent.id} typed`,
    ...{ typed: true, tokens, opening: query, arrays: steps.arrays, heads: steps.heads },
    norms: sent.norms.map((norm, i) => ({ ...norm, ...steps.norms[i] })),
    answer: sent.typing.answer.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole),
  };
}

// As ui/strongest_pair: different ordinary tokens; where there are none of those, any.
function strongestPair(weights, special) {
  const may = (i, j) => !special[i] && !special[j] && i !== j;
  const any = weights.some((row, i) => row.some((_, j) => may(i, j)));
  let best = [0, 0];
  let most = -1;
  weights.forEach((row, i) =>
    row.forEach((weight, j) => {
      if (weight > most && (!any || may(i, j))) [best, most] = [[i, j], weight];
    }),
  );
  return best;
}

// Halves go to the even number, as on the server.
function evenly(value) {
  const nearest = Math.round(value);
  return value % 1 === 0.5 && nearest % 2 ? nearest - 1 : nearest;
}
