"""The attention page as a visitor uses it, watched from inside the page."""

from __future__ import annotations

from playwright.sync_api import Browser, WebSocket

from benchmarks.browser_watch import Shown, renderer_memory_mb

PATIENCE_MS = 90_000
QUIET_MS = 700

# A small copy of both canvases tells when their picture changes; clocks are read in the page itself.
WATCH = """(QUIET_MS) => {
  const find = (name, root = document) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(name)) return element;
      const inner = element.shadowRoot && find(name, element.shadowRoot);
      if (inner) return inner;
    }
  };
  const small = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true });
  const copy = (name) => {
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
  const look = () => [copy('canvas.thumbnails'), copy('canvas.cells')];
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
  const send = (key) => {
    const start = performance.now();
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true });
    find('canvas.thumbnails').dispatchEvent(event);
    return start;
  };
  window.watched = {
    begin() {
      this.start = null;
      const note = () => { this.start = performance.now(); };
      document.addEventListener('keydown', note, { capture: true, once: true });
      this.first = look();
    },
    // Resolves with the milliseconds to the last change of the pictures in `which`, once the server rests.
    async rest(which) {
      let now = this.first, last = null, calm = performance.now();
      for (;;) {
        const time = await painted();
        const next = look();
        if (next.some((hash, i) => hash !== now[i])) last = time;
        if (!idle() || last === time) calm = time;
        now = next;
        const changed = which.every((i) => now[i] !== this.first[i]);
        if (changed && this.start !== null && time - calm > QUIET_MS) return last - this.start;
      }
    },
    // Resolves with the milliseconds from a key to the first other map.
    async press(key) {
      const before = copy('canvas.cells');
      const start = send(key);
      let end = await painted();
      while (copy('canvas.cells') === before) end = await painted();
      return end - start;
    },
    async pressAndRest(key) {
      this.first = look();
      this.start = send(key);
      return this.rest([1]);
    },
  };
}"""


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
        self._page.evaluate(WATCH, QUIET_MS)

    def submit(self, text: str) -> Shown:
        """Type a text, press Enter, and wait for the picture at rest."""
        field = self._page.get_by_label("Sentence", exact=True)
        field.fill(text)
        self._page.evaluate("watched.begin()")
        before = self._received
        field.press("Enter")
        seconds = self._page.evaluate("watched.rest([0, 1])") / 1000
        return Shown(
            bytes=self._received - before, seconds=seconds, browser_mb=renderer_memory_mb(self._chromium)
        )

    def press(self, key: str) -> float:
        """Press a key over the thumbnails; return the milliseconds until another map is painted."""
        milliseconds: float = self._page.evaluate("(key) => watched.press(key)", key)
        return milliseconds

    def press_and_rest(self, key: str) -> float:
        """Press a key over the thumbnails; return the milliseconds until the map changes no more."""
        milliseconds: float = self._page.evaluate("(key) => watched.pressAndRest(key)", key)
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
