"""Text of visitors reaches Markdown elements without becoming markup."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from bertviz_core.ui.text import literal


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
    inline = MarkdownIt("commonmark").parse(literal(text))
    assert [token.type for token in inline] == ["paragraph_open", "inline", "paragraph_close"]
    children = inline[1].children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    assert "".join(child.content for child in children) == text


@pytest.mark.parametrize("text", ["$5 and $6", ":smile:", ":red[x]", ":material/home:"])
def test_signs_that_only_streamlit_reads_are_escaped(text: str) -> None:
    escaped = literal(text)
    for sign in "$:":
        assert escaped.count(f"\\{sign}") == text.count(sign)


def test_lines_are_joined() -> None:
    assert literal("a\n\n# b") == "a \\# b"
