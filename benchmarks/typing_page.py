"""The attention page with the model in the browser: what somebody sees who types."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from benchmarks.browser_watch import renderer_memory_mb

PATIENCE_MS = 30_000

# Keys as they come, and what views have shown when the picture with it is painted.
WATCH = """() => {
  const views = (globalThis[Symbol.for('answers while typing')] ??= new EventTarget());
  window.typing = { keys: [], shown: [], answer: null };
  window.addEventListener('input', ({ timeStamp, target }) =>
    typing.keys.push({ at: timeStamp, text: target.value }), true);
  views.addEventListener('answer', ({ detail }) => (typing.answer = detail));
  views.addEventListener('shown', async ({ detail }) => {
    await null; // the view may have been told of the answer before
    const { answer } = typing;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => typing.shown.push({
        at: performance.now(), from: detail, number: answer?.number, text: answer?.encoding.text,
        ms: answer?.milliseconds,
      });
      port2.postMessage(0);
    });
  });
}"""
LAST_IS_SHOWN = """() => typing.keys.length && typing.shown.length &&
  typing.shown.at(-1).from === 'here' && typing.shown.at(-1).text === typing.keys.at(-1).text"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What was seen of keys pressed one after another."""

    milliseconds: list[float]
    """From each key to the picture that has it painted."""
    computing: list[float]
    """Of those the time in the worker."""

    @property
    def median(self) -> float:
        """The median of the milliseconds."""
        return statistics.median(self.milliseconds)


class TypingPage:
    """The page in a context of its own.

    Args:
        chromium: The browser; nothing else may be open in it.
        url: Address of the app.
    """

    def __init__(self, chromium: Browser, url: str) -> None:
        self._chromium = chromium
        self._url = f"{url}/attention"
        self.context: BrowserContext = chromium.new_context(
            locale="en-US", viewport={"width": 1280, "height": 720}
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self._open()

    def _open(self) -> None:
        self.page.goto(self._url)
        self.page.locator("canvas.cells").wait_for()
        self.page.wait_for_function(
            "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"
        )
        self.page.evaluate(WATCH)

    @property
    def field(self) -> Locator:
        """The field for the sentence."""
        return self.page.get_by_label("Sentence", exact=True)

    def load(self) -> float:
        """Have the model loaded; return the seconds it took, the first download with it."""
        button = self.page.locator(".st-key-answers_while_typing button")
        start = self.page.evaluate("performance.now()")
        button.click()
        self.wait_until_loaded()
        seconds: float = (self.page.evaluate("performance.now()") - start) / 1000
        return seconds

    def wait_until_loaded(self) -> None:
        """Wait until the model answers."""
        self.page.locator(".st-key-answers_while_typing button[data-state=server]").wait_for()

    def first_answer_after_reload(self) -> float:
        """Open the page anew; return the seconds from its first sight of the button to the first answer."""
        self._open()
        return self.page.evaluate(
            """async () => {
              const state = globalThis[Symbol.for('browser model: state')];
              while (!state.typing) await new Promise((done) => setTimeout(done, 5));
              const answered = await state.model.ask('The river', null, { maps: true });
              return (performance.now() - state.begun) / 1000;
            }"""
        )

    def type_keys(self, text: str, count: int) -> Typed:
        """Write a text, then add and take away its last letter, each when the last key is answered."""
        self.field.fill(text)
        self.page.wait_for_function(LAST_IS_SHOWN)
        self.page.wait_for_timeout(300)
        found, computing = [], []
        for number in range(count):
            before = self.page.evaluate("typing.keys.length")
            self.field.press("s" if number % 2 == 0 else "Backspace")
            self.page.wait_for_function(f"() => typing.keys.length > {before}", polling=20)
            self.page.wait_for_function(LAST_IS_SHOWN, polling=20)
            ms, took = self.page.evaluate(
                "[typing.shown.at(-1).at - typing.keys.at(-1).at, typing.shown.at(-1).ms]"
            )
            found.append(ms)
            computing.append(took)
            self.page.wait_for_timeout(80)
        return Typed(milliseconds=found, computing=computing)

    def type_fast(self, text: str, delay_ms: int) -> list[int]:
        """Type a text key by key; return the numbers of the answers in the order in which they were shown."""
        self.page.evaluate("typing.shown.length = 0")
        self.field.fill("")
        self.field.press_sequentially(text, delay=delay_ms)
        self.page.wait_for_function(LAST_IS_SHOWN)
        numbers: list[int] = self.page.evaluate("typing.shown.map(({ number }) => number)")
        return numbers

    def memory_mb(self) -> float:
        """Return the memory of the browser's renderer processes."""
        return renderer_memory_mb(self._chromium)
