"""A lesson in one page, opened from a disk without a network, answers what the engine answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from page_actions import SLOW_MS, eventually
from playwright.sync_api import Browser, Page, expect

from bertviz_core.components.lesson.page import OnePage, write_folder
from bertviz_core.engine import BertEngine
from bertviz_core.server.lesson_route import AskedLesson
from bertviz_core.ui.lesson_page import lesson_words

pytestmark = pytest.mark.browser
NEAR = 2e-5
OPENING = "The <b>dog</b> </script> ___ all night."
TYPED = "The bank of the river was green"
BLANKS = "A [mask] barks & the cat ___ away."
AT_END = "¿Dónde está el perro ___"
PAIR = ("The dog was ill.", "We took it to the vet.")
# Has the model's thread tell the weights too, beside what the view draws.
LISTEN = """window.weights = [];
window.refused = [];
const refused = ({ effectiveDirective }) => window.refused.push(effectiveDirective);
document.addEventListener("securitypolicyviolation", refused);
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data: { answer } }) => {
      if (answer?.attention) window.weights = [...answer.attention];
    });
  }
  postMessage(sent, transfer) {
    if (sent.wanted) sent.wanted.attention = true;
    super.postMessage(sent, transfer);
  }
};"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    context.add_init_script(LISTEN)
    context.set_default_timeout(SLOW_MS)
    yield context.new_page()
    context.close()


def values(page: Page, view: str) -> list[float]:
    """Read the numbers of bars, whose tips have six digits."""
    rows = page.locator(f"#{view} .row").evaluate_all("rows => rows.map((row) => row.title)")
    return [float(row.split()[-1]) for row in rows]


def near(ours: list[float], theirs: list[float]) -> None:
    assert ours == pytest.approx(theirs, rel=0, abs=NEAR)


def write(page: Page, view: str, *texts: str) -> None:
    page.locator(f"[data-view={view}]").click()
    for field, text in zip(page.locator(f"#{view} input[type=text]").all(), texts, strict=True):
        field.fill(text)


def test_three_views_from_a_disk_without_a_network(page: Page, mini: BertEngine, tmp_path: Path) -> None:
    file = tmp_path / "lesson.html"
    with file.open("wb") as written:
        written.writelines(OnePage(lesson_words(AskedLesson(text=OPENING, language="es"))).pieces())
    page.context.set_offline(True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.locator("#status")).to_be_hidden()
    assert page.locator("#attention input").first.input_value() == OPENING
    expect(page.locator("#attention .title")).to_contain_text("Capa")

    write(page, "attention", TYPED, "")
    page.locator("#attention .numbers summary").click()
    maps = mini.attention(TYPED)
    expect(page.locator("#attention .table tbody th")).to_have_text(
        [f"{label} {place}" for place, label in enumerate(maps.encoding.labels)]
    )
    near(page.evaluate("window.weights"), maps.weights.ravel().tolist())

    for text in (BLANKS, AT_END):
        write(page, "masked_words", text)
        masks = mini.fill_mask(text, top_k=10, end_sentence=True).masks
        words = [one.token for mask in masks for one in mask.predictions]
        expect(page.locator("#masked_words .word")).to_have_text(words)
        numbers = [one.probability for mask in masks for one in mask.predictions]
        near(values(page, "masked_words"), numbers)
    expect(page.locator("#masked_words .typed .note")).to_contain_text("«?»")

    write(page, "next_sentence", *PAIR)
    expect(page.locator("#next_sentence h3")).to_contain_text("B sigue a A")
    follows = mini.next_sentence(*PAIR).is_next
    eventually(page, lambda: near(values(page, "next_sentence"), [follows]))

    write(page, "masked_words", "Sin hueco.")
    expect(page.locator("#masked_words > .note")).to_contain_text("___")
    write(page, "attention", "palabra " * 130, "")
    expect(page.locator("#attention .note")).to_contain_text("128")
    write(page, "attention", "", "")
    expect(page.locator("#attention .note")).to_have_text("Escribe una frase.")
    assert page.evaluate("window.refused") == []
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == [file.as_uri()]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which a plain server has it."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_folder_on_a_plain_server_without_threads(
    page: Page, mini: BertEngine, served: tuple[Path, str]
) -> None:
    folder, address = served
    asked = AskedLesson(view="next_sentence", text=PAIR[0], pair=PAIR[1])
    write_folder(lesson_words(asked, in_folder=True), folder / "site")
    page.add_init_script("delete window.Worker;")
    page.goto(f"{address}/site/")
    expect(page.locator("#status")).to_be_hidden()
    follows = mini.next_sentence(*PAIR).is_next
    eventually(page, lambda: near(values(page, "next_sentence"), [follows]))
    assert page.evaluate("window.refused") == []
    next((folder / "site").glob("model-00002*")).unlink()
    page.goto(f"{address}/site/index.html?again")
    expect(page.locator("#status")).to_contain_text("could not be read")


def test_a_page_that_was_cut_says_so(page: Page, tmp_path: Path) -> None:
    pieces = OnePage(lesson_words(AskedLesson())).pieces()
    with (tmp_path / "cut.html").open("wb") as written:
        written.writelines(next(pieces) for _ in range(3))
    page.goto((tmp_path / "cut.html").as_uri())
    expect(page.locator("#status")).to_contain_text("is missing in this page")
