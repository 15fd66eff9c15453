define("d3", [], () => window.d3);
define("jquery", [], () => window.jQuery);
new ResizeObserver(() => {
  parent.postMessage({ classicHeight: document.documentElement.offsetHeight }, "*");
}).observe(document.documentElement);
