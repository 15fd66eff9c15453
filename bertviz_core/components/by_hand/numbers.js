// Numbers as the visitor's language writes them, and the colours of cells.

const formats = new Map(); // making one takes longer than a hundred numbers

function numberFormat(locale, places) {
  const key = `${locale} ${places}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, { maximumFractionDigits: places }));
  return formats.get(key);
}

export function written({ locale }, value, places = 3) {
  if (value === -Infinity) return "−∞";
  const text = numberFormat(locale, places).format(value).replace("-", "−");
  return /[1-9]/.test(text) ? text : text.replace("−", "");
}

// A factor of a product: a minus would be read as an operation without the brackets.
export function factor(data, value, places) {
  const text = written(data, value, places);
  return text.startsWith("−") ? `(${text})` : text;
}

export function largest(rows) {
  let most = 0;
  for (const row of rows) for (const value of row) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  return most || 1;
}

const LESS = [213, 94, 0];
const MORE = [0, 114, 178];

// From the page's background at zero to blue above and orange below; without colour the number tells them apart.
export function cellColours({ ground }, value, most) {
  if (value === -Infinity) return null;
  const share = Math.min(1, Math.abs(value) / most) * 0.85;
  const end = value < 0 ? LESS : MORE;
  const mixed = ground.map((part, i) => Math.round(part + (end[i] - part) * share));
  return { background: `rgb(${mixed})`, color: luminance(mixed) > 0.179 ? "#000000" : "#ffffff" };
}

export function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function readTheme(element) {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = getComputedStyle(element).getPropertyValue("--st-background-color").trim();
  return { ground: [1, 3, 5].map((start) => parseInt(probe.fillStyle.slice(start, start + 2), 16)) };
}
