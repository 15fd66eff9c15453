"""What becomes of drawn tokens in the long run: many draws of the same text, against 80, 10 and 10%."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.pretraining.batch_corruption import MASKED, RANDOM
from bertviz_core.charts.pretraining.batch import ACTION_COLOURS
from bertviz_core.results import Action, DrawTally, MaskedBatch
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text_key import encoding_key
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from bertviz_core import BertEngine

DRAWS = 200
EXPECTED: dict[Action, float] = {"masked": MASKED, "random": RANDOM, "unchanged": 1 - MASKED - RANDOM}

_STYLE = """<style>
.tally {font-size: 0.95rem}
.tally h4 {font-size: 0.95rem; font-weight: 600; margin: 0.3rem 0 0.4rem; padding: 0}
.tally div {display: grid; grid-template-columns: 6rem 1fr 3rem; gap: 0.5rem; align-items: center;
  margin-bottom: 0.3rem}
.tally .track {position: relative; height: 1.1rem; border-radius: 0.15rem;
  background: color-mix(in srgb, currentColor 10%, transparent)}
.tally .bar {display: block; height: 100%; border-radius: 0.15rem}
.tally .mark {position: absolute; top: -0.15rem; bottom: -0.15rem; border-left: 2px solid currentColor}
.tally b {text-align: right}
.tally p {margin: 0.4rem 0 0; font-size: 0.95rem; line-height: 1.4; opacity: 0.8}
</style>"""


def draw_tally(engine: BertEngine, batch: MaskedBatch) -> None:
    """Draw a bar for each thing that happens, with a line where the paper's share is."""
    st.html(_STYLE + tally_html(_tally(engine, batch)))


def tally_html(tally: DrawTally) -> str:
    """Return the bars, and how many draws and tokens they count."""
    names: dict[Action, str] = {"masked": _("hidden"), "random": _("replaced"), "unchanged": _("left")}
    rows = "".join(_row(names[action], action, tally.share(action)) for action in EXPECTED)
    heading = _("Drawn {draws} times", draws=number(tally.draws))
    below = _(
        "Of {count} drawn tokens. Line: 80, 10 and 10%, which a single draw cannot show.",
        count=number(tally.drawn),
    )
    return f'<section class="tally"><h4>{escape(heading)}</h4>{rows}<p>{escape(below)}</p></section>'


def _row(name: str, action: Action, share: float) -> str:
    written = percent(share, 0)
    return (
        f"<div><span>{escape(name)}</span>"
        f'<span class="track"><span class="bar" style="width:{100 * share:.1f}%;'
        f'background:{ACTION_COLOURS[action]}"></span>'
        f'<span class="mark" style="left:{100 * EXPECTED[action]:.1f}%"></span></span>'
        f"<b>{escape(written)}</b></div>"
    )


def _tally(engine: BertEngine, batch: MaskedBatch) -> DrawTally:
    span = batch.drawn if batch.strategy == "span" else ()
    drawn_as = f"{batch.strategy}-{batch.rate}-{span}"
    return _kept_tally(engine, batch, model_key(engine), f"{encoding_key(batch.encoding)}-{drawn_as}")


@st.cache_resource(max_entries=200, show_spinner=False)
def _kept_tally(_engine: BertEngine, _batch: MaskedBatch, model: str, drawn: str) -> DrawTally:
    return _engine.tally_draws(_batch, draws=DRAWS)
