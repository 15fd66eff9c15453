// The colour scale with its values.

import { position } from "./scale.js";
import { cellImage, prepareCanvas } from "./surface.js";
import { decimal } from "./words.js";

const RAMP_WIDTH = 190;
const RAMP_INSET = 17;
export const RAMP_HEIGHT = 29;
const TICKS = { sqrt: [0, 0.05, 0.25, 0.5, 1], linear: [0, 0.25, 0.5, 0.75, 1], relative: [0, 0.05, 0.25, 1] };

export function drawRamp(canvas, data, theme, ratio = undefined) {
  const context = prepareCanvas(canvas, RAMP_WIDTH + 2 * RAMP_INSET, RAMP_HEIGHT, ratio);
  const colours = cellImage(RAMP_WIDTH, 1, (x) => theme.colours[Math.round((x / (RAMP_WIDTH - 1)) * 255)]);
  context.imageSmoothingEnabled = false;
  context.drawImage(colours, RAMP_INSET, 0, RAMP_WIDTH, 10);
  context.strokeStyle = theme.border;
  context.strokeRect(RAMP_INSET - 0.5, 0.5, RAMP_WIDTH + 1, 10);
  context.fillStyle = theme.special;
  context.font = `14px ${theme.code}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const tick of TICKS[theme.scale]) {
    const value = tick * theme.most;
    context.fillText(decimal(data, Number(value.toPrecision(2)), 0), RAMP_INSET + position(theme, value) * RAMP_WIDTH, 14);
  }
}
