// How the whole view takes its room, and what is drawn anew after which change.

import { say, showSettings } from "./controls.js";
import { fillTable } from "./exports.js";
import { drawGrid, drawGridFrames, gridLayout } from "./grid.js";
import { drawRamp } from "./legend.js";
import { linesPanel } from "./lines_panel.js";
import { mapPanel } from "./map_panel.js";
import { shareRoom } from "./room.js";
import { readTheme, scaledTo, scaleOf } from "./scale.js";
import { changesSaid, headDoing, headStory, viewTitle } from "./words.js";

export const PANELS = { map: mapPanel, lines: linesPanel };

export function drawView(view) {
  const width = view.find(".view").clientWidth;
  if (!view.data || !width) return;
  view.theme = readTheme(view.host, scaleOf(view.settings, view.data));
  showSettings(view);
  view.height = view.heightLeft();
  const room = shareRoom(width, view.height);
  view.find(".view").classList.toggle("narrow", room.narrow);
  view.find(".view").classList.toggle("overview", !view.showsMap);
  drawHeads(view, view.showsMap ? room : { grid: width, height: view.data.height });
  if (view.showsMap) {
    for (const panel of Object.values(PANELS)) view.find(panel.selector).hidden = panel !== view.panel;
    view.panel.layOut(view, room);
  }
  drawChosen(view);
}

// What stands above and below the thumbnails takes its height first.
function drawHeads(view, room) {
  const { find } = view;
  find(".side").style.width = `${room.grid}px`;
  const taken = [".bar", ".legend", ".controls"].reduce((sum, name) => sum + find(name).offsetHeight, 0);
  view.grid = gridLayout(view.data, room.grid, room.narrow ? room.height : room.height - taken);
  drawGrid(find(".thumbnails"), view);
}

// After another head was chosen: everything but the thumbnails.
export function drawChosen(view) {
  const { find, data, matrix } = view;
  if (!view.grid) return;
  say(find(".title"), viewTitle(view));
  const [only] = view.chosen.size === 1 ? view.chosen : [];
  const doing = find(".doing");
  say(doing, only === undefined ? "" : headDoing(data, only, view.settings.order, headStory(data, only)));
  doing.title = doing.textContent; // it may be cut
  showSettings(view);
  drawGridFrames(find(".frame"), view);
  if (!view.showsMap) return;
  say(find(".changes"), changesSaid(view));
  view.theme = scaledTo(view.theme, matrix.values.reduce((most, value) => Math.max(most, value), 0));
  drawRamp(find(".ramp"), data, view.theme);
  view.panel.draw(view);
  find(".legend").style.visibility = matrix.missing.length ? "hidden" : ""; // the scale of no weights
  if (matrix.missing.length) find(".table").replaceChildren();
  else if (find(".numbers").open) fillTable(find(".table"), view);
}
