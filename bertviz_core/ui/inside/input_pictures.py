"""The pictures of the input: the sum of one token, and all tokens at one stage of it."""

from __future__ import annotations

from typing import Literal

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.inside.input import NUMBERS, InputWords, input_numbers, input_rows, input_strips
from bertviz_core.charts.inside.input_tokens import MOST_TOKENS, token_strips
from bertviz_core.results import InputEmbeddings
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.i18n import _
from bertviz_core.ui.inside.input_table import segment_name

Stage = Literal["token", "segment", "position", "sum", "norm"]

# The numbers need some width; where there is less, they stand above the strips.
_STYLE = """<style>
.st-key-input_pictures .stHorizontalBlock {flex-wrap: wrap; row-gap: 0}
.st-key-input_pictures .stColumn {min-width: min(100%, 300px)}
</style>"""


def stage_names(answer: InputEmbeddings) -> dict[Stage, str]:
    """Return what all tokens can be drawn by; the default first."""
    names: dict[Stage, str] = {
        "sum": _("Sum"),
        "token": _("Token embedding"),
        "segment": _("Segment embedding"),
        "position": _("Position embedding"),
        "norm": _("After LayerNorm"),
    }
    if answer.segment is None:
        del names["segment"]
    return names


def _vectors(answer: InputEmbeddings, stage: Stage) -> NDArray[np.float32]:
    if stage == "segment" and answer.segment is not None:
        return answer.segment
    return {"token": answer.token, "position": answer.position, "norm": answer.normed}.get(
        stage, answer.total
    )


def draw_sum(answer: InputEmbeddings, place: int) -> None:
    """Draw the rows of the sum of a token: their first numbers, and beside them all as strips."""
    words = _words(answer, place)
    rows = input_rows(answer, place, words)
    st.html(_STYLE)
    with st.container(key="input_pictures"):
        numbers_place, strips_place = st.columns([9, 14], gap="small")
    numbers_place.plotly_chart(
        input_numbers(rows, chart_style(), words),
        key="input_numbers",
        config=picture_options("input_numbers"),
        alt=_("The first numbers of the embeddings, of their sum and of its LayerNorm."),
    )
    strips_place.plotly_chart(
        input_strips(rows, chart_style(), words),
        key="input_strips",
        config=picture_options("input_strips"),
        alt=_("Strips of colour: the embeddings, their sum and its LayerNorm in all dimensions."),
    )


def draw_tokens(answer: InputEmbeddings, place: int, stage: Stage) -> None:
    """Draw the vectors of all tokens, or of those around a chosen one, at one stage."""
    name, count = stage_names(answer)[stage], len(answer.encoding)
    title = _("**All tokens: {stage}**", stage=name)
    if count > MOST_TOKENS:
        title = _(
            "**{shown} of {count} tokens: {stage}**",
            shown=MOST_TOKENS,
            count=count,
            stage=name,
        )
    st.markdown(title)
    st.plotly_chart(
        token_strips(
            _vectors(answer, stage), answer.encoding, place, chart_style(), dimension=_("Dimension")
        ),
        key="input_tokens",
        config=picture_options("input_tokens"),
        alt=_("A strip of colour for each token: its vector at the chosen stage."),
    )


def _words(answer: InputEmbeddings, place: int) -> InputWords:
    segment = segment_name(int(answer.encoding.segment_ids[place]))
    return InputWords(
        token=_short(answer.encoding.labels[place]),
        segment=_("segment {segment}", segment=segment),
        position=_("position {place}", place=place),
        total=_("sum"),
        normed="LayerNorm",
        dimension=_("Dimension"),
        first=_("The first {count} numbers", count=min(NUMBERS, len(answer.gamma))),
        all=_("All {size} dimensions", size=len(answer.gamma)),
    )


def _short(label: str) -> str:
    return label if len(label) <= 12 else f"{label[:11]}…"
