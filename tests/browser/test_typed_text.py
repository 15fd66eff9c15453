"""What somebody typed, or put into a link, is shown as typed: no link, no sign, no picture is made of it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TYPED = [
    "http://evil.example/a?b=c&d#e",
    "HTTPS://Evil.example",
    "(www.evil.example)",
    "a.b+c@evil.example",
    "mailto:a@evil.example",
    "http://http://www.evil.example@evil.example",
    "-> <- <-> --",
    "x >= y <= z ~= w",
    "[a](http://evil.example) ![i](http://evil.example/d.png)",
    "<b>x</b> <a href='http://evil.example'>c</a> <script>1</script>",
    "*a* _b_ ~~c~~ `d` **e**",
    "$a^2$ and $$b$$",
    ":smile: :red[x] :small[] :help[x] :material/home: :streamlit:",
    "&amp; &lt; &#65;",
    "[^1] a~b~c",
    "1. # > -",
]


def test_typed_text_is_shown_as_typed(open_page: Callable[..., Page]) -> None:
    lines = [f"El banco {' y '.join(TYPED[place::4])}" for place in range(4)]
    asked = {"view": "neighbours", "word": "banco", "sentences": "\n".join(["El banco del río", *lines])}
    page = open_page(f"/words?{urlencode(asked)}&occurrence=0")
    nearest = page.get_by_test_id("stMarkdown").filter(has_text="Nearest to")
    expect(nearest).to_contain_text("El banco del río")
    shown = page.get_by_test_id("stMain").inner_text()
    assert [line for line in lines if line not in shown] == []
    assert page.locator("a[href*='evil' i], a[href^='mailto']").count() == 0
