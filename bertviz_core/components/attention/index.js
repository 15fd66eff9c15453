// Entry: one view per place in the page. Streamlit calls the default export again whenever the data
// or the theme changes; the view keeps what the visitor chose.

import { decodePayload } from "./decode.js";
import { sayShown, typedBytes, typedData, typingHere } from "./typing.js";
import { createView } from "./view.js";

const views = new WeakMap();
const LOOK_AGAIN = [300, 1500]; // milliseconds: a field may show what the server put there later than its answer

export default function attentionView({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = createView(parentElement);
    views.set(parentElement, view);
    const { signal } = view.ending;
    typingHere().addEventListener("answer", ({ detail }) => showTyped(view, detail), { signal });
    typingHere().addEventListener("left", () => leave(view), { signal });
    typingHere().addEventListener("shown", ({ detail }) => dim(parentElement, detail === "enter"), { signal });
  }
  view.askForLayer = (layer) => setTriggerValue("ask", layer);
  view.openHead = (spot) => setTriggerValue("open", spot);
  if (data && data !== view.received) {
    view.received = data;
    decodePayload(data).then((decoded) => {
      if (view.received !== data) return; // a newer one came meanwhile
      view.sent = decoded;
      showSent(view, data, LOOK_AGAIN);
    });
  } else view.draw();
  return () => {
    view.dispose();
    views.delete(parentElement);
  };
}

// What the server sent, unless what is typed meanwhile is answered already.
function showSent(view, bytes, later) {
  const { sent } = view;
  if (view.received !== bytes) return;
  if (view.data && sent.typing && typingHere().isOlder?.(sent.text, sent.pair)) {
    const [wait, ...rest] = later;
    if (wait) setTimeout(() => showSent(view, bytes, rest), wait);
    return;
  }
  view.bytes = bytes;
  view.receive(sent);
  view.draw();
  if (sent.typing) sayShown("server");
}

// What is typed is not answered here: what is shown is about a former text, unless it is that of the server.
function leave(view) {
  const { sent } = view;
  if (!sent?.typing) return;
  const isStill = typingHere().isStill?.(sent.text, sent.pair);
  if (!isStill) return sayShown("enter");
  showSent(view, view.received, []);
}

function dim(parentElement, former) {
  for (const part of parentElement.children) part.style.opacity = former ? 0.4 : "";
}

function showTyped(view, answer) {
  if (!view.sent?.typing || !answer.maps) return;
  const data = typedData(view.sent, answer);
  view.bytes = typedBytes(data);
  view.receive(data);
  view.draw();
  sayShown("here");
}
