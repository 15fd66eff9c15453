"""The attention page as a visitor uses it, watched from inside the page."""

from __future__ import annotations

from playwright.sync_api import Browser, WebSocket

from benchmarks.browser_watch import Shown, renderer_memory_mb

PATIENCE_MS = 90_000

# A small copy of both canvases tells when their picture changes; clocks are read in the page itself.
WATCH = """() => {
  const find = (name, root = document) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(name)) return element;
      const inner = element.shadowRoot && find(name, element.shadowRoot);
      if (inner) return inner;
    }
  };
  const small = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true });
  const look = (name) => {
    const canvas = find(name);
    if (!canvas?.width || !canvas.height) return '';
    small.clearRect(0, 0, 64, 64);
    small.drawImage(canvas, 0, 0, 64, 64);
    let hash = 0;
    for (const pixel of new Uint32Array(small.getImageData(0, 0, 64, 64).data.buffer)) {
      hash = (Math.imul(hash, 31) + pixel) | 0;
    }
    return hash;
  };
  const frame = () => new Promise(requestAnimationFrame);
  const idle = () => document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning';
  const painted = async () => { // a task after the frame that was just drawn
    await frame();
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    });
    return performance.now();
  };
  window.watched = {
    begin() {
      this.start = null;
      const note = (event) => { if (event.key === 'Enter') this.start = performance.now(); };
      document.addEventListener('keydown', note, { capture: true });
      this.first = [look('canvas.thumbnails'), look('canvas.cells')];
    },
    // Resolves with the seconds from Enter to the last change of the picture, once the server rests.
    async rest(quiet) {
      let now = this.first, last = null, calm = performance.now();
      for (;;) {
        const time = await painted();
        const next = [look('canvas.thumbnails'), look('canvas.cells')];
        if (next.some((hash, i) => hash !== now[i])) last = time;
        if (!idle() || last === time) calm = time;
        now = next;
        const both = now.every((hash, i) => hash !== this.first[i]);
        if (both && this.start !== null && time - calm > quiet) return (last - this.start) / 1000;
      }
    },
    async press(key) {
      const before = look('canvas.cells');
      const start = performance.now();
      find('canvas.thumbnails').dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));
      let end = await painted();
      while (look('canvas.cells') === before) end = await painted();
      return end - start;
    },
  };
}"""
QUIET_MS = 700


class AttentionPage:
    """The page in a context of its own, model loaded and example drawn.

    Args:
        chromium: The browser; nothing else may be open in it.
        url: Address of the app.
    """

    def __init__(self, chromium: Browser, url: str) -> None:
        self._chromium = chromium
        self._page = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 720}).new_page()
        self._page.set_default_timeout(PATIENCE_MS)
        self._received = 0
        self._sent = 0
        self._page.on("websocket", self._listen)
        self._page.goto(f"{url}/attention")
        self._page.locator("canvas.cells").wait_for()
        self._page.wait_for_function(
            "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"
        )
        self._page.evaluate(WATCH)

    def submit(self, text: str) -> Shown:
        """Type a text, press Enter, and wait for the picture at rest."""
        field = self._page.get_by_label("Sentence", exact=True)
        field.fill(text)
        self._page.evaluate("watched.begin()")
        before = self._received
        field.press("Enter")
        seconds = self._page.evaluate(f"watched.rest({QUIET_MS})")
        return Shown(
            bytes=self._received - before, seconds=seconds, browser_mb=renderer_memory_mb(self._chromium)
        )

    def press(self, key: str) -> float:
        """Press a key over the thumbnails; return the milliseconds until another map is painted."""
        milliseconds: float = self._page.evaluate("(key) => watched.press(key)", key)
        return milliseconds

    def messages_sent(self) -> int:
        """Return how many messages the page sent to the server so far."""
        self._page.wait_for_timeout(QUIET_MS)
        return self._sent

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._count_received)
        socket.on("framesent", self._count_sent)

    def _count_received(self, frame: bytes | str) -> None:
        self._received += len(frame)

    def _count_sent(self, frame: bytes | str) -> None:
        self._sent += 1
