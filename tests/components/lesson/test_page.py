"""The page of a lesson is whole, asks nobody for anything, and takes text for text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bertviz_core.components import lesson
from bertviz_core.components.browser_model import weight_sums
from bertviz_core.components.lesson.page import OnePage, write_folder
from bertviz_core.server.lesson_route import AskedLesson
from bertviz_core.ui.lesson_page import lesson_words

FOLDER = Path(lesson.__file__).parent
HOSTILE = "</script><script>alert(1)</script><!-- {{script}} ]]> &lt; \u2028 \u2029 \ud83d \\u003c ___"


class Parts(HTMLParser):
    """Elements of a page, and what stands in its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.elements[-1:] and self.elements[-1][0] == "script":
            about, before = self.scripts[-1]
            self.scripts[-1] = (about, before + data)

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}", {}))

    def policy(self) -> str:
        (found,) = (about for tag, about in self.elements if about.get("http-equiv"))
        return str(found["content"])


@pytest.fixture(scope="module")
def page() -> OnePage:
    return OnePage(lesson_words(AskedLesson(language="es", text=HOSTILE, pair=HOSTILE)))


@pytest.fixture(scope="module")
def written(page: OnePage) -> str:
    pieces = list(page.pieces())
    assert sum(map(len, pieces)) == page.size
    return b"".join(pieces).decode()


@pytest.fixture(scope="module")
def parts(written: str) -> Parts:
    return Parts(written)


def test_text_of_people_is_data(parts: Parts) -> None:
    data, script, *weights = parts.scripts
    texts = json.loads(data[1])["texts"]
    assert texts["attention"] == texts["next_sentence"] == [HOSTILE, HOSTILE]
    assert texts["masked_words"] == [HOSTILE]
    assert script[0] == {"type": "module"}
    assert {about["class"] for about, _ in weights} == {"weights"}


def test_the_model_is_in_it(parts: Parts) -> None:
    sums = list(weight_sums().values())
    whole = hashlib.sha256()
    sizes = [part["bytes"] for part in json.loads(parts.scripts[0][1])["weights"]]
    for _, letters in parts.scripts[2:]:
        whole.update(piece := base64.b64decode(letters, validate=True))
        sizes[0] -= len(piece)
        if sizes[0] == 0:
            assert whole.hexdigest() == sums.pop(0)
            sizes.pop(0)
            whole = hashlib.sha256()
    assert sums == sizes == []


def test_it_may_reach_nobody_and_run_nothing_else(parts: Parts) -> None:
    digest = base64.b64encode(hashlib.sha256(parts.scripts[1][1].encode()).digest()).decode()
    directives = dict(part.split(" ", 1) for part in parts.policy().split("; "))
    assert directives.pop("script-src") == f"'sha256-{digest}' 'wasm-unsafe-eval'"
    assert directives == {
        "default-src": "'none'",
        "worker-src": "blob:",
        "style-src": "'unsafe-inline'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    addresses = [about[name] for _, about in parts.elements for name in ("src", "href") if name in about]
    assert addresses == ["data:,"]


def test_it_names_no_address_of_the_network(written: str) -> None:
    head = written[: written.index('class="weights"')]
    assert set(re.findall(r"https?://[^\s\"'\\<)]+", head)) <= {"http://www.w3.org/2000/svg"}
    styles = "".join(re.findall(r"<style>(.*?)</style>", head, re.DOTALL))
    assert "--st-text-color" in styles and "@import" not in styles and "url(" not in styles


def test_its_language_is_the_one_that_was_asked_for(parts: Parts) -> None:
    assert parts.elements[0] == ("html", {"lang": "es"})
    words = json.loads(parts.scripts[0][1])
    assert words["attention"]["words"]["layer"] == "Capa"
    assert "{mask}" not in words["blanks"]["words"]["noBlank"]


def test_a_folder_holds_what_its_page_asks_for(tmp_path: Path) -> None:
    write_folder(lesson_words(AskedLesson(view="masked_words"), in_folder=True), tmp_path / "new")
    parts = Parts((tmp_path / "new" / "index.html").read_text(encoding="utf-8"))
    assert "connect-src 'self'" in parts.policy()
    data = json.loads(parts.scripts[0][1])
    assert data["view"] == "masked_words"
    names = [part["address"] for part in data["weights"]]
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"index.html", *names}
    for name, checksum in zip(names, weight_sums().values(), strict=True):
        assert hashlib.sha256((tmp_path / "new" / name).read_bytes()).hexdigest() == checksum
        assert checksum[:16] in name


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.js")), ids=lambda path: path.name)
def test_text_is_never_set_as_markup(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|import\(", source)
    assert "http" not in source
    assert ("fetch(" in source) == (file.name == "weight_pieces.js")
