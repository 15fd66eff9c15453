"""A comparison of answers as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bertviz_core.charts.answers.mask_svg import SvgChart, mask_svg
from bertviz_core.results import ComparedBlank, ComparedWord, MaskedWords, Prediction
from bertviz_core.ui.downloads import csv_text, json_text
from bertviz_core.ui.written_numbers import probability_text

TITLE_LETTERS = 60


def compared_csv(blanks: Sequence[ComparedBlank]) -> str:
    """Return one line for every word of either side; empty where a side does not know its probability."""
    return csv_text(
        ["blank", "token", "before", "rank_before", "after", "rank_after", "change"],
        (
            [number, word.token, *_cells(word.before), *_cells(word.after), _written(word.change)]
            for number, blank in enumerate(blanks, start=1)
            for word in blank.words()
        ),
    )


def compared_json(blanks: Sequence[ComparedBlank], before: MaskedWords, after: MaskedWords) -> str:
    """Return both questions and, blank by blank, every word of either side."""
    sides = {
        name: {"model": answer.model, "text": answer.text, "blanks": [mask.index for mask in answer.masks]}
        for name, answer in (("before", before), ("after", after))
    }
    return json_text(
        {
            **sides,
            "shown": blanks[0].shown if blanks else 0,
            "compared": [[_word(word) for word in blank.words()] for blank in blanks],
        }
    )


def compared_svg(blanks: Sequence[ComparedBlank], names: tuple[str, str]) -> str:
    """Return the charts of all blanks, those of one blank beside each other, as one SVG file."""
    charts = [
        SvgChart(mask=mask, title=f"{number}. {_shorten(name)}", alone=alone)
        for number, blank in enumerate(blanks, start=1)
        for mask, alone, name in zip(blank.drawn, blank.alone, names, strict=True)
    ]
    return mask_svg(charts, write=probability_text, a_row=len(names))


def _word(word: ComparedWord) -> dict[str, Any]:
    sides = {"before": word.before, "after": word.after}
    return {
        "token": word.token,
        **{
            name: found and {"probability": found.probability, "rank": found.rank}
            for name, found in sides.items()
        },
        "change": word.change,
    }


def _cells(found: Prediction | None) -> list[object]:
    return ["", ""] if found is None else [f"{found.probability:.8f}", found.rank]


def _written(change: float | None) -> str:
    return "" if change is None else f"{change:.8f}"


def _shorten(name: str) -> str:
    return name if len(name) <= TITLE_LETTERS else f"{name[:TITLE_LETTERS]}…"
