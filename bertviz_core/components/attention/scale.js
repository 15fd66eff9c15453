// One sequential scale a theme: zero is the page's background, one the far end of its hue.
// Colours are mixed in OKLab, where equal steps look equal.

const LIGHT_STOPS = ["#ffffff", "#cfe1f2", "#85bcdc", "#3585bf", "#0a4a90", "#08306b"];
const DARK_STOPS = ["#0f151c", "#153a58", "#1c6496", "#2f8fc9", "#7cc0ec", "#eaf6ff"];

export function readTheme(host, scale = "sqrt") {
  const style = getComputedStyle(host);
  const read = (name, fallback) => style.getPropertyValue(`--st-${name}`).trim() || fallback;
  const background = read("background-color", "#ffffff");
  const dark = toLab(background)[0] < 0.5;
  return {
    scale,
    most: 1,
    dark,
    background,
    text: read("text-color", dark ? "#e4ebf2" : "#17212b"),
    border: read("border-color", "#d5dde5"),
    accent: "#e69f00",
    special: dark ? "#8da2b5" : "#66788a",
    code: read("code-font", "monospace"),
    font: read("font", "sans-serif"),
    colours: coloursOn(background, dark),
  };
}

const tables = new Map(); // of backgrounds: mixing one takes longer than reading a theme

function coloursOn(background, dark) {
  const stops = [background, ...(dark ? DARK_STOPS : LIGHT_STOPS).slice(1)];
  if (!tables.has(background)) tables.set(background, colourTable(stops));
  return tables.get(background);
}

// Where a weight stands on the scale of colours, 0 to 1. Most weights are far below one: the square root
// leaves the small ones visible, and the legend says so. `most` is the weight at the end of the scale.
export function position({ scale, most }, value) {
  return scale === "linear" ? value : Math.sqrt(value / most);
}

const LONG_INPUT = 128; // tokens: beyond, weights are so small that a scale up to 1 shows next to nothing

export function scaleOf({ scale }, { n }) {
  return scale || (n > LONG_INPUT ? "relative" : "sqrt");
}

// The same theme for a picture whose largest weight is known: where it is asked for, colours end there.
export function scaledTo(theme, largest) {
  return { ...theme, most: theme.scale === "relative" ? Math.max(largest, 1e-4) : 1 };
}

// 256 packed RGBA colours, ready for a Uint32Array over image data.
function colourTable(stops) {
  const labs = stops.map(toLab);
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (labs.length - 1);
    const left = Math.min(Math.floor(at), labs.length - 2);
    const share = at - left;
    const [r, g, b] = toRgb(labs[left].map((v, k) => v + (labs[left + 1][k] - v) * share));
    table[i] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  return table;
}

export function cssColour(theme, value) {
  const packed = theme.colours[Math.round(position(theme, value) * 255)];
  return `rgb(${packed & 255}, ${(packed >> 8) & 255}, ${(packed >> 16) & 255})`;
}

function parseColour(text) {
  const hex = /^#([0-9a-f]{6})/i.exec(text);
  if (hex) return [0, 2, 4].map((i) => parseInt(hex[1].slice(i, i + 2), 16));
  const numbers = text.match(/[\d.]+/g);
  return numbers && numbers.length >= 3 ? numbers.slice(0, 3).map(Number) : [255, 255, 255];
}

// Björn Ottosson, "A perceptual color space for image processing" (2020).
function toLab(text) {
  const [r, g, b] = parseColour(text).map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toRgb([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((c) => {
    const v = c <= 0.0031308 ? 12.92 * c : 1.055 * Math.max(c, 0) ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(Math.max(v, 0), 1) * 255);
  });
}
