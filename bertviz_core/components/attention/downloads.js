// The buttons that save the head on screen.

import { matrixCsv, save, stateJson } from "./exports.js";
import { mapPicture } from "./picture.js";

export function fillDownloads(view) {
  const { words } = view.data;
  const name = () => `attention_layer${view.layer + 1}_head${view.head + 1}`;
  const buttons = [
    [words.csv, () => save(matrixCsv(view), "text/csv", `${name()}.csv`)],
    [words.json, () => save(stateJson(view), "application/json", `${name()}.json`)],
    [words.png, async () => save(await mapPicture(view), "image/png", `${name()}.png`)],
  ].map(([label, run]) => {
    const button = document.createElement("button");
    const icon = document.createElement("span");
    icon.className = "icon";
    icon.ariaHidden = "true";
    icon.textContent = "download"; // drawn as an arrow by the icon font of the page
    button.type = "button";
    button.append(icon, label);
    button.onclick = () => !view.matrix.missing.length && run();
    return button;
  });
  view.find(".exports").replaceChildren(...buttons);
}
