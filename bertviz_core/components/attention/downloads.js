// The buttons that save what is on screen.

import { matrixCsv, save, stateJson } from "./exports.js";
import { viewPicture } from "./picture.js";
import { standaloneHtml } from "./standalone.js";
import { viewSvg } from "./svg.js";

const FORMATS = [
  // Without the mark Excel reads it in the encoding of the computer.
  { ending: "csv", type: "text/csv", make: (view) => `\ufeff${matrixCsv(view)}` },
  { ending: "json", type: "application/json", make: stateJson },
  { ending: "png", type: "image/png", make: viewPicture },
  { ending: "svg", type: "image/svg+xml", make: viewSvg },
  { ending: "html", type: "text/html", make: standaloneHtml },
];

export function fillDownloads(view) {
  const buttons = FORMATS.map(({ ending, type, make }) => {
    const button = document.createElement("button");
    const icon = document.createElement("span");
    icon.className = "icon";
    icon.ariaHidden = "true";
    icon.textContent = "download"; // drawn as an arrow by the icon font of the page
    button.type = "button";
    button.append(icon, view.data.words[ending]);
    button.onclick = async () => {
      if (!view.matrix || view.matrix.missing?.length) return; // its numbers are still on their way
      const name = `${fileName(view)}.${ending}`;
      save(await make(view), type, name);
    };
    return button;
  });
  view.find(".files").replaceChildren(...buttons);
}

function fileName({ settings, layer, head }) {
  if (settings.combine === "one") return `attention_layer${layer + 1}_head${head + 1}`;
  return `attention_${settings.combine}_of_heads`;
}
