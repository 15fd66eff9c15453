// Waits, in a frame of its own, for the document that is to be shown in it.

addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data !== "string") return;
  document.open();
  document.write(data);
  document.close();
});
parent.postMessage({ classicReady: true }, "*");
