// A frame without the page's origin: its scripts run, but see neither the app nor its cookies.

const LEAST = 60; // pixels
const MOST = 4000;

// It is that of the front end, whatever stands before it.
function serverAddress() {
  const frontEnd = document.querySelector('script[src*="/static/js/"]').src;
  return frontEnd.slice(0, frontEnd.lastIndexOf("/static/js/"));
}

class ClassicView {
  constructor(root) {
    this.root = root;
    this.ending = new AbortController();
    window.addEventListener("message", (event) => this.hear(event), { signal: this.ending.signal });
  }

  show({ document: text, height, title, frame }) {
    if (this.text === text) return;
    this.text = text;
    this.frame = document.createElement("iframe");
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.referrerPolicy = "no-referrer";
    this.frame.title = title;
    this.fit(height);
    this.frame.src = serverAddress() + frame;
    this.root.querySelector(".classic").replaceChildren(this.frame);
  }

  // An opaque origin has no name to check: the window that speaks must be the frame's own.
  hear(event) {
    if (!event.source || event.source !== this.frame?.contentWindow) return;
    if (event.data?.classicReady) event.source.postMessage(this.text, "*");
    else this.fit(event.data?.classicHeight);
  }

  fit(height) {
    if (!Number.isFinite(height)) return;
    this.frame.style.height = `${Math.max(LEAST, Math.min(Math.ceil(height), MOST))}px`;
  }
}

const views = new WeakMap();

export default function classicView({ data, parentElement }) {
  const view = views.get(parentElement) ?? new ClassicView(parentElement);
  views.set(parentElement, view);
  view.show(data);
  return () => {
    view.ending.abort();
    views.delete(parentElement);
  };
}
