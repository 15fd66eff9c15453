// Entry: one view per place in the page. Streamlit calls the default export again whenever the data
// or the theme changes; the view keeps what the visitor chose.

import { decodePayload } from "./decode.js";
import { createView } from "./view.js";

const views = new WeakMap();

export default function attentionView({ data, parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = createView(parentElement);
    views.set(parentElement, view);
  }
  view.askForLayer = (layer) => setTriggerValue("ask", layer);
  view.openHead = (spot) => setTriggerValue("open", spot);
  if (data && data !== view.bytes) {
    view.bytes = data;
    decodePayload(data).then((decoded) => {
      if (view.bytes !== data) return; // a newer one came meanwhile
      view.receive(decoded);
      view.draw();
    });
  } else view.draw();
  return () => {
    view.dispose();
    views.delete(parentElement);
  };
}
