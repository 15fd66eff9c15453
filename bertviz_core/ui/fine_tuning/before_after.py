"""What fine-tuning changed: the pretrained model beside the fine-tuned one, seen from several sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.address import address
from bertviz_core.ui.fine_tuning import (
    before_after_attention,
    before_after_map,
    before_after_weights,
    before_after_words,
)
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun, finished_run
from bertviz_core.ui.fine_tuning.run_line import run_line
from bertviz_core.ui.i18n import _
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.run_parameters import RUN_PARAMETER

PART_PARAMETER = "what"
PARAMETERS = (
    PART_PARAMETER,
    *before_after_attention.PARAMETERS,
    *before_after_map.PARAMETERS,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that may have changed."""

    name: Callable[[], str]
    draw: Callable[[FinishedRun], None]
    texts: Callable[[FinishedRun], dict[str, str]] = lambda finished: {}
    """What was typed in it, by parameters that only a link carries."""


PARTS = {
    "attention": Part(
        lambda: _("Attention"), before_after_attention.draw, before_after_attention.typed_texts
    ),
    "map": Part(lambda: _("Map"), before_after_map.draw),
    "weights": Part(lambda: _("Weights"), before_after_weights.draw),
    "words": Part(lambda: _("Masked words"), before_after_words.draw, before_after_words.typed_texts),
}


def draw() -> None:
    """Compare both models of the chosen run."""
    finished = finished_run()
    if finished is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        part = PARTS[_choose_part()]
        st.caption(run_line(finished.run), width="content")
    try:
        part.draw(finished)
    except BertScopeError as error:
        show_error(error)
    link_popover(part.texts(finished), of_runs=(RUN_PARAMETER,))


def _choose_part() -> str:
    named, first = address.get(PART_PARAMETER, ""), next(iter(PARTS))
    chosen = st.segmented_control(
        _("What changed?"),
        list(PARTS),
        default=named if named in PARTS else first,
        format_func=lambda part: PARTS[part].name(),
        required=True,
        key="change_part",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(PART_PARAMETER, chosen or first, usual=first)
    return chosen or first
