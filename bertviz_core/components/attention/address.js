// Layer and head in the page's address, counted from 1 as on screen, without asking the server; and
// in the memory of the tab, because Streamlit empties the address when the visitor changes pages.

const LAST_HEAD = Symbol.for("attention: last head");

export function keepHead({ layer, head }) {
  globalThis[LAST_HEAD] = { layer, head };
  const url = new URL(window.location.href);
  url.searchParams.set("layer", layer + 1);
  url.searchParams.set("head", head + 1);
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);
}

export function keptHead() {
  return globalThis[LAST_HEAD];
}
