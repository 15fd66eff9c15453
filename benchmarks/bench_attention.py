"""The attention page beside BertViz's model view: bytes, time and memory for the same attention.

Both show all heads of `mini`; BertViz gets the weights that the engine gives for the same text. The page's
bytes are what its websocket receives from Enter to the picture at rest, BertViz's are those of its HTML.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Literal

import bertviz_core
from benchmarks.app_under_test import browser, running_app
from benchmarks.attention_page import AttentionPage
from benchmarks.bertviz_page import show_bertviz
from benchmarks.browser_watch import Shown
from benchmarks.measurement import Measurement

PROSE = Path(__file__).parent.parent / "docs" / "design.md"
LENGTHS = (16, 64, 128, 256, 512)  # tokens
RATIO_LENGTH = 128
LONGEST = 512
TEXTS_AT_LONGEST = 3
STEPS = 20

PAGE_IS = {
    "bytes": "received by the page's websocket from Enter to the picture at rest",
    "drawn": "Enter to all thumbnails and the map drawn, model loaded before",
    "browser_mb": "memory of the browser's renderer processes with the page open",
}
BERTVIZ_IS = {
    "bytes": "HTML of BertViz 1.4.1, model view of all heads, same attention",
    "drawn": "same browser, its HTML opened from a file to all its lines painted, scripts answered from here",
    "browser_mb": "memory of the browser's renderer processes with that HTML open",
}


def measure() -> Iterator[Measurement]:
    """Show texts of growing length in BertViz, then in the page."""
    engine = bertviz_core.load_engine("mini")
    texts = {n: text_of(engine, n) for n in LENGTHS}
    more = [text_of(engine, LONGEST, skip=100 * turn) for turn in range(1, TEXTS_AT_LONGEST)]
    theirs: dict[int, Shown] = {}
    for n in LENGTHS[:-1]:
        in_time = not any(shown.trouble for shown in theirs.values())
        theirs[n] = show_bertviz(engine.attention(texts[n]).weights, draw=in_time)
    theirs[LONGEST] = Shown(trouble="not tried, its HTML would be about 1.7 GB")

    with running_app() as app, browser() as chromium:
        app.wait_until_ready()
        page = AttentionPage(chromium, app.url)
        ours = {n: page.submit(texts[n]) for n in LENGTHS}
        yield from switching(page)
        longest = [ours[LONGEST], *(page.submit(text) for text in more)]

    print_table(ours, theirs)
    yield from lines("attention.{}", ours, PAGE_IS, theirs)
    yield from lines("attention.bertviz_{}", theirs, BERTVIZ_IS, {})
    yield Measurement(
        name="attention.drawn_512_s",
        value=statistics.median(shown.seconds for shown in longest if shown.seconds),
        unit="s",
        better="lower",
        against=f"{PAGE_IS['drawn']}; median of {len(longest)} texts: "
        + ", ".join(f"{shown.seconds:.2f}" for shown in longest),
    )
    if whole := theirs[RATIO_LENGTH].bytes:
        yield Measurement(
            name="attention.payload_vs_bertviz_128",
            value=whole / (ours[RATIO_LENGTH].bytes or 1),
            unit="ratio",
            better="higher",
            against=f"{BERTVIZ_IS['bytes']}, over what is {PAGE_IS['bytes']}",
        )


def switching(page: AttentionPage) -> Iterator[Measurement]:
    """Walk through the heads of a layer, then through layers, of the text that is shown."""
    sent = page.messages_sent()
    heads = [page.press("ArrowRight") for _ in range(STEPS)]
    messages = page.messages_sent() - sent
    yield Measurement(
        name="attention.switch_head_ms",
        value=statistics.median(heads),
        unit="ms",
        better="lower",
        against=f"arrow key to the new head painted, {LONGEST} tokens, median of {STEPS}; "
        f"messages to the server: {messages}",
    )
    sent = page.messages_sent()
    layers = [page.press_and_rest("ArrowDown") for _ in range(STEPS // 4)]
    messages = page.messages_sent() - sent
    yield Measurement(
        name="attention.switch_layer_ms",
        value=statistics.median(layers),
        unit="ms",
        better="lower",
        against=f"arrow key to the map of the next layer at rest, {LONGEST} tokens, median of {len(layers)}; "
        f"messages to the server: {messages}",
    )


def lines(
    name: str, shown: Mapping[int, Shown], meaning: Mapping[str, str], beside: Mapping[int, Shown]
) -> Iterator[Measurement]:
    """Make a measurement of every number; what BertViz could not do is told beside the page's."""
    for n, one in shown.items():
        trouble = beside[n].trouble if n in beside else one.trouble
        note = f"; BertViz: {trouble}" if trouble else ""
        for what, value, unit in (
            (f"bytes_{n}", one.bytes, "bytes"),
            (f"drawn_{n}_s", one.seconds, "s"),
            (f"browser_mb_{n}", one.browser_mb, "MB"),
        ):
            # The longest text is timed more than once: see attention.drawn_512_s.
            if value is not None and (n < LONGEST or unit != "s"):
                better: Literal["lower"] = "lower"
                against = meaning[what.split(f"_{n}")[0]] + note
                yield Measurement(
                    name=name.format(what), value=value, unit=unit, better=better, against=against
                )


def print_table(ours: Mapping[int, Shown], theirs: Mapping[int, Shown]) -> None:
    """Print page and BertViz side by side, a line a length."""
    print(f"{'tokens':>6} {'':14}{'MB':>10}{'drawn s':>10}{'browser MB':>12}")
    for n in ours:
        for who, shown in (("page", ours[n]), ("BertViz", theirs[n])):
            cells = (
                f"{shown.bytes / 1e6:10.3f}" if shown.bytes else f"{'–':>10}",
                f"{shown.seconds:10.2f}" if shown.seconds else f"{'–':>10}",
                f"{shown.browser_mb:12.0f}" if shown.browser_mb else f"{'–':>12}",
            )
            print(f"{n:6} {who:14}{''.join(cells)}  {shown.trouble}", flush=True)


def text_of(engine: bertviz_core.BertEngine, length: int, *, skip: int = 0) -> str:
    """Return prose of exactly so many tokens, from a word on."""
    room = length - len(engine.encode("a")) + 1
    chosen = []
    for word in islice(re.findall(r"[^\W\d_]+", PROSE.read_text(encoding="utf-8")), skip, None):
        pieces = len(engine.encode(word)) - 2
        if pieces <= room:
            chosen.append(word)
            room -= pieces
        if room == 0:
            return " ".join(chosen)
    raise RuntimeError(f"{PROSE} is too short for {length} tokens.")
