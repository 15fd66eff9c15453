// Elements of plain text: whatever people wrote is shown as they wrote it, never as markup.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

// Puts a panel in the place of the one before. Whoever was at a button or a field of it by keys is there again.
export function putInPlace(before, panel) {
  const at = before?.contains(document.activeElement) ? document.activeElement : null;
  const name = at?.textContent;
  if (before?.isConnected) before.replaceWith(panel);
  else document.body.append(panel);
  if (!at) return;
  if (at === before) {
    panel.focus();
    return;
  }
  const same = [...panel.querySelectorAll(at.localName)].find((one) => one.textContent === name);
  (same ?? panel.querySelector("button, input"))?.focus();
}

// Colours of the page, whose theme may change, and its place beside the sidebar.
export function fitPage(panel) {
  const app = document.querySelector("[data-testid=stApp]") ?? document.body;
  const { color, backgroundColor } = getComputedStyle(app);
  const left = Math.round(document.querySelector("[data-testid=stMain]")?.getBoundingClientRect().left ?? 0);
  Object.assign(panel.style, { color, backgroundColor, left: `${Math.max(0, left)}px` });
}

const fitted = new Set();

function fitAll() {
  for (const panel of fitted) if (panel.isConnected) fitPage(panel);
}

// Keeps a panel fitted while the sidebar comes and goes.
export function keepFitted(panel) {
  if (!fitted.size) {
    window.addEventListener("resize", fitAll);
    document.addEventListener("transitionend", fitAll);
  }
  for (const old of fitted) if (!old.isConnected) fitted.delete(old);
  fitted.add(panel);
  fitPage(panel);
}

export function percent(share, locale) {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
