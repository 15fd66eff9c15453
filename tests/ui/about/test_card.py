"""Model cards of strangers: read as text, nothing in them runs, loads or leads away."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from bertviz_core.models.card import read_card_text
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.ui.about.card import card_html


class Tags(HTMLParser):
    """Collects tags and attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


HOSTILE = """# Title <script>alert(1)</script>

<img src=x onerror=alert(1)> <style>* {display: none}</style>

<iframe src="https://example.org"></iframe>

![a picture](https://example.org/track.png "t") and [words](https://example.org) and [r][ref] and
<https://example.org/auto> and [x](javascript:alert(1)) and `<b>code</b>`

[ref]: https://example.org/ref

| a | <u>b</u> |
| --- | :-: |
| ![in](http://example.org/i.png) | [cell](http://example.org) |
"""


def test_nothing_of_a_hostile_card_runs_loads_or_leads_away() -> None:
    read = Tags(card_html(HOSTILE))
    assert read.tags <= {"h3", "p", "code", "table", "thead", "tbody", "tr", "th", "td"}
    assert read.attributes <= {"style", "tabindex"}
    for shown in ("<script>alert(1)</script>", "<img src=x", "a picture", "words", "<b>code</b>", "cell"):
        assert shown in read.text


def test_the_bundled_card_is_rendered_whole() -> None:
    text = read_card_text(BUNDLED_FOLDER)
    assert text.startswith("# mini") and "license" not in text.splitlines()[0]
    read = Tags(card_html(text))
    assert {"h3", "h4", "table", "ol", "pre"} <= read.tags and "h1" not in read.tags
    assert "Known weaknesses" in read.text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("---\nlicense: mit\n---\n# Card\n", "# Card"),
        ("---\r\nlicense: mit\r\n---\r\nCard", "Card"),
        ("No head", "No head"),
        ("---\nlicense: mit\n---", ""),
        ("a\n---\nb\n---\nc", "a\n---\nb\n---\nc"),
    ],
)
def test_the_head_is_left_out(tmp_path: Path, written: str, shown: str) -> None:
    (tmp_path / "README.md").write_bytes(written.encode())
    assert read_card_text(tmp_path) == shown


def test_a_card_in_the_language_of_the_reader_comes_first(tmp_path: Path) -> None:
    (tmp_path / "MODEL_CARD.md").write_text("English", encoding="utf-8")
    (tmp_path / "MODEL_CARD.es.md").write_text("---\nlicense: mit\n---\nEspañol", encoding="utf-8")
    assert [read_card_text(tmp_path, language) for language in ("es", "pt", "")] == [
        "Español",
        "English",
        "English",
    ]


def test_a_folder_without_a_card_has_no_text(tmp_path: Path) -> None:
    assert read_card_text(tmp_path) == ""
    (tmp_path / "README.md").write_bytes(b"\xff\xfe broken")
    assert "broken" in read_card_text(tmp_path)
