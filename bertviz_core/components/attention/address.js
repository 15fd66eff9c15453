// Layer and head in the page's address, counted from 1 as on screen, without asking the server.

export function writeHeadToAddress({ layer, head }) {
  const url = new URL(window.location.href);
  url.searchParams.set("layer", layer + 1);
  url.searchParams.set("head", head + 1);
  window.history.replaceState(window.history.state, "", url);
}
