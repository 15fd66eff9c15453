"""Inputs that nobody means, for hypothesis: strings that trouble programs, and values at the edges.

`BERTSCOPE_SEARCH=2000` looks for so many new ones in each test, instead of the same few each time.
"""

from __future__ import annotations

import gc
import os
import tracemalloc
from collections.abc import Callable

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

SEARCH = int(os.environ.get("BERTSCOPE_SEARCH", "0"))
GROWTH = 3_000_000
"""Bytes that a search may leave behind after its first inputs: what Python and hypothesis themselves keep."""

NAUGHTY = (
    # Nothing, and what looks like nothing
    *(
        "",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\0",
        "\x1f",
        "\x7f",
        "\xa0",
        "\xad",
        "\u200b",
        "\u200d",
        "\u2028",
        "\ufeff",
    ),
    *("\u3000", "\u2060", "\ufff9", "\ufffd", "\uffff", "\U000e0001", "\x85", "  \n\t ", "\u180e"),
    # Words that are values elsewhere
    *(
        "null",
        "None",
        "undefined",
        "nil",
        "NaN",
        "-inf",
        "1e999",
        "0x1F",
        "true",
        "[]",
        "{}",
        "()",
        "-1",
        "1,000",
    ),
    *(
        "99999999999999999999",
        "１２３",
        "٣",
        "½",
        "Ⅷ",
        "0/0",
        "%s%s%s",
        "%n",
        "{0}",
        "{}",
        "{text}",
        "${HOME}",
        "$(id)",
    ),
    # Markup, queries, paths, formulas
    *(
        "<b>x</b>",
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "]]>",
        "<!--",
        "&amp;",
        "&#x0;",
    ),
    *(
        "'; DROP TABLE runs;--",
        '" OR ""="',
        "../../etc/passwd",
        "C:\\con",
        "file:///etc/passwd",
        "\\\\host\\x",
    ),
    *(
        "=1+1",
        "+SUM(A1)",
        "@x",
        "-cmd|' /C calc'!A0",
        "\t=1",
        "`x`",
        "$x^2$",
        "[a](b)",
        "![](x)",
        ":smile:",
        "# x",
    ),
    *("javascript:alert(1)", "http://x.example", "a@b.example", "-> <- --"),
    *("**x**", "|a|b|", "~~x~~", "\\"),
    # Marks of the tokenizer
    *(
        "[MASK]",
        "[MASK][MASK]",
        "[CLS]",
        "[SEP]",
        "a [SEP] b",
        "[PAD]",
        "[UNK]",
        "[unused1]",
        "##a",
        "<mask>",
        "___",
    ),
    *(
        "[MASK",
        "MASK]",
        "[mask]",
        "[MASK] " * 30,
        "_" * 50,
        "</s>",
        "▁",
        "[MASK]\0",
        "x[MASK]y",
        "[CLS] [MASK] [SEP]",
    ),
    # Letters that change their length, their order, or are many for one sign
    *(
        "ß",
        "ﬁ",
        "İstanbul",
        "ŉ",
        "ǰ",
        "ΐ",
        "Ω",
        "K",
        "e\u0301",
        "é",
        "n\u0303",
        "Z͑ͫ̓ͪ̂ͫ̽a̴̙l̸g̶o",
        "a" + "\u0301" * 300,
        "\u0301",
    ),
    *(
        "\u202eabc\u202c",
        "\u2066x",
        "مرحبا",
        "שלום",
        "नमस्ते",
        "ไทย",
        "日本語",
        "한국어",
        "中",
        "Ａ",
        "𝕬𝖇",
        "𠜎",
        "🏳️‍🌈",
        "👩‍👩‍👧‍👦",
        "🇪🇸",
    ),
    *("👍🏽", "\U0001f1e6", "☃", "ℵ", "¿?", "¡!", "…", "—", "“x”", "«x»", "'", '"', "´", "·", "º"),
    # Long ones
    *(
        "a" * 3_000,
        "a " * 2_000,
        "." * 2_000,
        "ñ" * 511,
        "😀" * 700,
        "a\n" * 600,
        "supercalifragilistic" * 40,
        "，" * 900,
    ),
    # Halves of pairs, which no encoding has
    *("\ud800", "\udfff x", "a\udc80b"),
)
SENTENCES = ("El banco está en la plaza.", "The [MASK] barked.", "Ana abrió la ___ . Luis la cerró.", "banco")

TEXTS = st.one_of(
    st.sampled_from(NAUGHTY),
    st.sampled_from(SENTENCES),
    st.lists(st.sampled_from(NAUGHTY + SENTENCES), max_size=3).map(" ".join),
    st.text(max_size=40),
    st.text(st.characters(codec=None), max_size=20),
)
NUMBERS = st.one_of(
    st.sampled_from((-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 5, 12, 99, 1_000, 2**31, 2**63, 10**30)),
    st.integers(-3, 20),
)

settings.register_profile(
    "bad inputs",
    max_examples=SEARCH or 12,
    derandomize=not SEARCH,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
BAD_INPUTS = settings.get_profile("bad inputs")


def growth(search: Callable[[], object]) -> int:
    """Return the bytes that a search leaves behind which a first one of the same has not."""
    search()
    gc.collect()
    tracemalloc.start()
    try:
        search()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
