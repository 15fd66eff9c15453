"""A coloured text is the text that was typed, whatever pieces a vocabulary cuts it into."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.engine import BertEngine
from bertviz_core.ui.masked_words.surprise_text import UNSHOWN, coloured_text

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#000000"))
TEXTS = (
    "glad😊  ok",
    "I ❤️ you 🇵🇹!",
    "compañera  ñandú ___ x",
    '<b>&amp; "q" \'onclick=x 日本語',
    "  a [MASK] b ",
    "e\u0301l n\u0303",
    "a\u200bb  \u202eabc",
)


class Shown(HTMLParser):
    """What a browser shows of a piece of HTML, and how many words of it take the focus."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.words, self.tags = "", 0, set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert {name for name, _ in attributes} <= {"tabindex", "class", "style", "data-says"}
        self.words += ("tabindex", "0") in attributes

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("in_pieces", [False, True])
def test_the_text_stands_there_as_typed(engine: BertEngine, text: str, in_pieces: bool) -> None:
    answer = engine.pseudo_log_likelihood(f"{text} man")  # a word that each vocabulary knows
    words = answer.pieces if in_pieces else answer.words
    html = coloured_text(answer, words, STYLE, reach=10, mask=engine.info.mask_token or "")
    shown = Shown(html)
    assert shown.text.replace(UNSHOWN, "") == answer.encoding.text
    assert shown.words == len(words) + len(answer.unknown_words)
    assert shown.tags == {"span"}
