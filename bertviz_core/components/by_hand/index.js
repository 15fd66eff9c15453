// Entry: one stepper per place in the page. Streamlit calls the default export again whenever the data or the
// theme changes; the stepper keeps where the visitor is.

import { stepByKeys } from "./keys.js";
import { showNewest } from "./typing.js";
import { createView } from "./view.js";

const steppers = new WeakMap();

export default function byHandView({ data, parentElement }) {
  let stepper = steppers.get(parentElement);
  if (!stepper) {
    const view = createView(parentElement);
    const width = new ResizeObserver(([{ contentRect }]) => {
      if (Math.abs(contentRect.width - stepper.width) < 1) return;
      stepper.width = contentRect.width;
      view.resize();
    });
    const shown = showNewest(view, (former) => {
      for (const part of parentElement.children) part.style.opacity = former ? 0.4 : "";
    });
    const release = [stepByKeys(view), () => width.disconnect(), shown.end];
    stepper = { shown, width: parentElement.clientWidth, release };
    steppers.set(parentElement, stepper);
    width.observe(view.find("picture"));
  }
  stepper.shown.receive(data);
  return () => {
    stepper.release.forEach((release) => release());
    steppers.delete(parentElement);
  };
}
