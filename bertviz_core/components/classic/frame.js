// Runs in BertViz's document, before its own script.

define("d3", [], () => window.d3);
define("jquery", [], () => window.jQuery);

const SMALLEST = 0.7; // below this the model view scrolls sideways instead of shrinking
const place = document.getElementById("vis");

function fit() {
  const picture = place.firstElementChild;
  if (!picture) return;
  const width = Number(picture.getAttribute("width")); // the head view takes what there is: "100%"
  if (width) place.style.zoom = Math.max(SMALLEST, Math.min(1, place.parentElement.clientWidth / width));
  const height = document.documentElement.offsetHeight; // 0 while the page hides the frame
  if (height) parent.postMessage({ classicHeight: height }, "*");
}

// A browser watches no sizes in a frame that is out of sight, but it tells what was drawn there.
new MutationObserver(fit).observe(place, { childList: true });
new ResizeObserver(fit).observe(document.documentElement);
