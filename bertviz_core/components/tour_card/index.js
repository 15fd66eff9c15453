// Entry: one card a page, outside of what Streamlit draws anew. Each run says which step the server is at.

import { createCard } from "./card.js";
import { listenForKeys } from "./keys.js";
import { watchTask } from "./task.js";
import { speakWithWindow } from "./second_window.js";

const TOUR = Symbol.for("tour card");

export default function tourCard({ data, parentElement, setTriggerValue }) {
  let tour = globalThis[TOUR];
  if (!tour) {
    tour = globalThis[TOUR] = createCard();
    listenForKeys(tour);
    watchTask(tour);
    speakWithWindow(tour);
  }
  tour.ask = (what) => setTriggerValue("ask", what);
  tour.receive(data, getComputedStyle(parentElement.host ?? parentElement));
}
