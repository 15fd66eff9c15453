// How the window is shared: the map takes what its height allows, the thumbnails the width that is left.

const NARROW = 560; // pixels: below this the map stands under the thumbnails
const GAP = 24;
const READING = 34; // the line under the pictures
const LEAST_MAP = 320;
const LEAST_GRID = 0.34; // of the width

// What stands around the view, from the inside out; one of them grows when something above the view does.
export function around(host) {
  const boxes = [];
  for (let box = host.parentElement; box; box = box.parentElement) boxes.push(box);
  return boxes;
}

// From the view's top, with the page scrolled back, to the lower edge of the window.
// `below`: pixels that notices under the reading line take. The page may be shown larger, with a bar below it.
export function heightLeft(host, below) {
  let { top, width } = host.getBoundingClientRect();
  for (let box = host; box; box = box.parentElement) top += box.scrollTop;
  const taken = parseFloat(getComputedStyle(host).getPropertyValue("--taken-below")) || 0;
  const enlarged = width / host.offsetWidth || 1;
  return Math.max(LEAST_MAP, (window.innerHeight - top - taken) / enlarged - READING - below);
}

export function shareRoom(width, height) {
  if (width < NARROW) return { narrow: true, grid: width, map: width, height: width };
  const map = Math.min(height, width * (1 - LEAST_GRID) - GAP);
  return { narrow: false, grid: width - GAP - map, map, height };
}
