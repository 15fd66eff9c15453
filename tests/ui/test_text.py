"""Text of visitors reaches Markdown elements without becoming markup."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from bertviz_core.ui.text import NOTHING, literal


@pytest.mark.parametrize(
    "text",
    [
        "a_b_c",
        "*x*",
        "**x**",
        "[a](http://b.c)",
        "`x`",
        "# x",
        "1. x",
        "- x",
        "~~x~~",
        "a | b",
        "<b>x</b>",
        "\\*",
    ],
)
def test_markdown_shows_it_as_typed(text: str) -> None:
    inline = MarkdownIt("commonmark").parse(literal(text).replace(NOTHING, ""))
    assert [token.type for token in inline] == ["paragraph_open", "inline", "paragraph_close"]
    children = inline[1].children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    assert "".join(child.content for child in children) == text


@pytest.mark.parametrize("text", ["$5 and $6", ":smile:", ":red[x]", ":material/home:"])
def test_signs_that_only_streamlit_reads_are_escaped(text: str) -> None:
    escaped = literal(text)
    for sign in "$:":
        assert escaped.count(f"\\{sign}") == text.count(sign)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("http://a.b", ["http", "://a.b"]),
        ("see HTTPS://a.b/c?d now", ["see HTTPS", "://a.b/c?d now"]),
        ("(www.a.b)", ["(www", ".a.b)"]),
        ("a.b+c@d-e.org", ["a.b+c", "@d-e.org"]),
        ("x -> y", ["x -", "> y"]),
        ("<->", ["<", "-", ">"]),
        ("<- -> --", ["<", "- -", "> -", "-"]),
        ("a >= b ~= c <= d", ["a >", "= b ~", "= c <", "= d"]),
        (":streamlit: 10:30:45", [":streamlit", ": 10:30", ":45"]),
        (":+1::material/home:", [":+1", "::material/home", ":"]),
    ],
)
def test_what_streamlit_makes_something_of_is_parted(text: str, parts: list[str]) -> None:
    """Links and signs are made of text that is unescaped already; see `tests/browser/test_typed_text.py`."""
    escaped = literal(text)
    assert [re.sub(r"\\(.)", r"\1", part) for part in escaped.split(NOTHING)] == parts


@pytest.mark.parametrize("text", ["a->b", "a@b", "x---y", "----", "http", "word -", "a.b, c@ d.e"])
def test_nothing_else_is_parted(text: str) -> None:
    assert NOTHING not in literal(text)


def test_what_parts_a_text_cannot_be_typed() -> None:
    assert NOTHING not in literal(f"a {NOTHING} b")


def test_lines_are_joined() -> None:
    assert literal("a\n\n# b") == "a \\# b"
