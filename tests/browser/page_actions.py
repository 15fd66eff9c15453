"""What a person does on a page, and what a person reads from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Download, FloatRect, Locator, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

SLOW_MS = 60_000
IDLE = """() => window.runs?.begun && !window.runs.going
  && document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"""
# A page that shows nothing new may be given no frame.
DRAWN = """new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 500);
})"""

_FIELDS = ForwardMsg.DESCRIPTOR.fields_by_name
_KINDS = {_FIELDS["new_session"].number: "begun", _FIELDS["script_finished"].number: "ended"}
# Counts the runs that the server begins, and what it is sent; of a quick run the page itself shows nothing.
# The end of a run is not told where the next one begins in the same moment.
COUNT_RUNS = """((kinds) => {
  window.runs = { begun: 0, going: false, sent: 0 };
  const note = (bytes) => {
    let at = 0;
    const number = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        value |= (bytes[at] & 127) << shift;
        if (!(bytes[at++] >= 128)) return value;
      }
    };
    while (at < bytes.length) {
      const tag = number();
      const kind = kinds[tag >> 3];
      if (kind) {
        window.runs.going = kind === "begun";
        window.runs.begun += kind === "begun";
        return;
      }
      const length = number();
      if ((tag & 7) === 2) at += length;
    }
  };
  window.WebSocket = class extends window.WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => note(new Uint8Array(data)));
    }
    send(data) {
      window.runs.sent++;
      super.send(data);
    }
  };
})(KINDS)""".replace("KINDS", json.dumps(_KINDS))

# Notes what the policy that the server sends keeps a page from.
NOTE_REFUSED = """window.refused = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  window.refused.push([effectiveDirective, blockedURI]));"""


def settle(page: Page) -> None:
    """Wait until the server has nothing more to say, and the page has shown what it said."""
    page.wait_for_function(IDLE, polling=50, timeout=2 * SLOW_MS)  # some answers take many forward passes
    page.evaluate(DRAWN)


def eventually(page: Page, holds: Callable[[], object]) -> None:
    """Look again until every `assert` of `holds` passes: layouts and charts take a moment."""
    end = monotonic() + SLOW_MS / 1000
    while True:
        try:
            holds()
            return
        except AssertionError:
            if monotonic() > end:
                raise
        page.wait_for_timeout(100)


# The chosen view stays in sight above the others, whose names it must cover.
SEEN_THROUGH = """[...document.querySelectorAll(".st-key-page_views [aria-checked=true]")]
  .map((view) => getComputedStyle(view)).filter((style) => style.position === "sticky")
  .map((style) => style.backgroundColor).filter((colour) => /rgba|\\//.test(colour))"""


def assert_fits_a_phone(page: Page, parts: str = "", *, width: int = 390) -> None:
    """Turn the window into a phone's: nothing may stand out of it, nor any of the parts (a CSS selector)."""
    page.set_viewport_size({"width": width, "height": 844})

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE, [parts or "h1", width]) == []
        assert page.evaluate(SEEN_THROUGH) == []

    eventually(page, fits)


def tall(page: Page, *plots: Locator) -> list[float]:
    """Return the heights of plots when they are at rest."""
    heights: list[float] = []
    while heights != (heights := [box["height"] for plot in plots if (box := plot.bounding_box())]):
        page.wait_for_timeout(300)
    return heights


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Do something that the server answers, and wait until it has: it starts after a click, not with it."""
    before = page.evaluate("window.runs.begun")
    yield
    page.wait_for_function("before => window.runs.begun > before", arg=before, polling=50)
    settle(page)


def unfold_numbers(page: Page) -> None:
    """Open the table under the picture, once the picture has its place."""
    drawn(page)
    tall(page, page.locator(".cells"))
    numbers = page.locator(".numbers")

    def is_open() -> None:
        if numbers.get_attribute("open") is None:
            numbers.locator("summary").click()
        assert numbers.get_attribute("open") is not None

    eventually(page, is_open)


def click(page: Page, target: Locator) -> None:
    """Click something that the server answers, and wait until it has."""
    with answered(page):
        target.click()


def drawn(page: Page, word: str = "") -> None:
    """Wait until the attention view is drawn, of a text with this word: the server is idle before that."""
    page.locator(".title:not(:empty)").wait_for(state="attached")  # before that, a canvas of some size
    if word:
        page.locator(".numbers").evaluate("numbers => (numbers.open = true)")
        expect(page.locator(".table")).to_contain_text(word)


def at_rest(page: Page, part: Locator) -> FloatRect:
    """Return where a part of the page stands, once it is drawn and has stood still for a moment."""
    boxes: list[FloatRect | None] = []

    def stands_still() -> None:
        boxes.append(part.bounding_box())
        assert boxes[-1] and boxes[-4:] == [boxes[-1]] * 4

    eventually(page, stands_still)
    assert boxes[-1]
    return boxes[-1]


def hover_chart(page: Page, part: Locator, said: str, *, right: float = 0.5, down: float = 0.5) -> str:
    """Move the mouse to a place of a chart, as shares of a part of it, until the chart says something there.

    Returns:
        All that it says.
    """
    texts: list[str] = []

    def is_said() -> None:
        box = part.bounding_box()
        assert box
        x, y = box["x"] + right * box["width"], box["y"] + down * box["height"]
        page.mouse.move(x + 1, y)  # a mouse that was there before the chart listened must move
        page.mouse.move(x, y)
        texts[:] = page.locator(".hoverlayer .hovertext").all_text_contents()
        assert len(texts) == 1 and said in texts[0]

    eventually(page, is_said)
    return texts[0]


def type_into(page: Page, label: str, text: str) -> None:
    """Type a text into a field and wait for the answer."""
    field = page.get_by_label(label, exact=True)
    with answered(page):
        field.fill(text)
        field.press("Enter")


def messages_sent(page: Page) -> int:
    """Return how many messages the page has sent to the server since it was loaded."""
    sent: int = page.evaluate("window.runs.sent")
    assert sent > 0
    return sent


def open_front_head(page: Page, layer: int, head: int) -> None:
    """Click the thumbnail of a head, counted from 1, on the front panel of a model of 12 x 12."""
    drawn(page)
    box = at_rest(page, page.locator(".thumbnails"))
    step = (box["width"] - 22) / 12
    page.mouse.click(box["x"] + 22 + (head - 0.5) * step, box["y"] + 22 + (layer - 0.5) * step)


def point_at_cell(page: Page, query: int, key: int) -> str:
    """Walk to a cell of the map with the arrow keys and return what the page reads out for it."""
    drawn(page)
    area = page.locator(".map")
    area.focus()
    area.press("ArrowLeft")  # a first key shows the cell at the corner
    for _ in range(query):
        area.press("ArrowDown")
    for _ in range(key):
        area.press("ArrowRight")
    return page.locator(".reading").inner_text()


def hover_cell(page: Page, query: int, key: int, *, n: int) -> str:
    """Move the mouse over a cell of the map, counted from its lower right corner, and return the tooltip."""
    drawn(page)
    box = at_rest(page, page.locator(".cells"))
    label = page.evaluate(LABEL_WIDTH)
    cell = (box["width"] - label - 6) / n
    page.mouse.move(box["x"] + label + (key + 0.5) * cell, box["y"] + label + (query + 0.5) * cell)
    return page.locator(".tip").inner_text()


def rows_with_a_label(page: Page, n: int) -> int:
    """Count the rows of the map that have ink on their left."""
    box = page.locator(".cells").bounding_box()
    assert box
    label = page.evaluate(LABEL_WIDTH)
    cell = (box["width"] - label - 6) / n
    ink = picture(page, ".cells")
    rows = [label + (row + 0.5) * cell for row in range(n)]
    return sum(np.ptp(ink[round(y) - 2 : round(y) + 3, : round(label) - 4]) > 0.3 for y in rows)


OUTSIDE = """([parts, width]) => [...document.querySelectorAll(parts)]
  .map(part => [part.textContent, part.getBoundingClientRect()])
  .filter(([_, box]) => box.width && (box.left < 0 || box.right > width + 1))
  .map(([text, box]) => [text, box.left, box.right])"""

# Labels end where the map begins: at the first column of pixels that is drawn all the way down.
LABEL_WIDTH = """() => {
  const find = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.classList.contains('cells')) return element;
      const inner = element.shadowRoot && find(element.shadowRoot);
      if (inner) return inner;
    }
  };
  const canvas = find(document);
  const ratio = canvas.width / canvas.clientWidth;
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const y = canvas.height - Math.round(8 * ratio);
  for (let x = Math.round(10 * ratio); x < canvas.width; x++) {
    let drawn = 0;
    for (let dy = 0; dy < 40; dy++) drawn += pixels[((y - dy) * canvas.width + x) * 4 + 3] > 0;
    if (drawn === 40) return x / ratio;
  }
  return 0;
}"""


def picture(page: Page, selector: str) -> NDArray[np.float64]:
    """Return a screenshot as brightness between 0 and 1, (rows, columns)."""
    image = Image.open(BytesIO(page.locator(selector).first.screenshot())).convert("L")
    return np.asarray(image, dtype=np.float64) / 255


def save(page: Page, name: str) -> Download:
    """Click a file in the menu that holds those of the view; return what was saved."""
    menu, file = page.locator(".st-key-save_menu button").first, page.get_by_role("button", name=name)
    click(page, menu)
    with page.expect_download() as waiting:
        file.click()
    page.keyboard.press("Escape")
    expect(file).to_have_count(0)
    return waiting.value
