"""What the model's blanks lose when its tokens see no more than what stands before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.answers.mask_bars import BARE, BarStyle, mask_bars
from bertviz_core.results import MaskedWord
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.masks_answers import directed_answers
from bertviz_core.ui.inside.masks_choices import last_word
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SHOWN = 5


def show_lost_answers(engine: BertEngine, text: str, pair: str | None) -> None:
    """Put the answers for a blank with the causal mask beside those without, when a visitor unfolds them."""
    panel = st.expander(
        _("What a blank loses under the causal mask"),
        icon=":material/visibility_off:",
        key="masks_blank",
        on_change="rerun",
    )
    if not panel.open:
        return
    with panel:
        hidden = _with_blank(engine, text)
        if not engine.info.has_mlm_head:
            st.info(_("This model has no head that fills blanks."), icon=":material/info:")
        elif hidden is None:
            st.info(_("Write a word that can be hidden, or a blank: ___"), icon=":material/info:")
        else:
            _draw(engine, *hidden, pair)


def _with_blank(engine: BertEngine, text: str) -> tuple[str, str | None] | None:
    """Return a text with a blank, and the word hidden there unless it was typed; None without words."""
    encoding = engine.encode(text)
    if engine.mask_id in encoding.ids:
        return text, None
    place = last_word(encoding)
    if place is None:
        return None
    start, end = place
    blank = engine.info.mask_token or ""
    return f"{encoding.text[:start]}{blank}{encoding.text[end:]}", encoding.text[start:end]


def _draw(engine: BertEngine, text: str, word: str | None, pair: str | None) -> None:
    answers = directed_answers(engine, text, pair=pair, word=word, top_k=SHOWN)
    st.markdown(f"**{_told(answers.both, answers.left, word)}**")
    ways = {_("No mask: both sides"): answers.both, _("Causal mask: what stands before"): answers.left}
    for place, (name, mask) in zip(st.columns(2, gap="medium"), ways.items(), strict=True):
        with place:
            st.markdown(name)
            _bars(mask, tuple(ways.values()), name)
    st.caption(
        _(
            "BERT was not trained this way: a model that learned with the causal mask would answer better. "
            "{first} and {last} stay in sight of all tokens and carry nothing from the closed side.",
            first=literal(answers.encoding.tokens[0]),
            last=literal(answers.encoding.tokens[-1]),
        )
    )


def _told(both: MaskedWord, left: MaskedWord, word: str | None) -> str:
    if word is not None and both.candidates and left.candidates:
        before, after = both.candidates[0], left.candidates[0]
        return _(
            "“{word}” is hidden: {before} with both sides (rank {rank}), {after} with the causal mask "
            "(rank {later})",
            word=literal(word),
            before=probability_text(before.probability),
            rank=number(before.rank or 0),
            after=probability_text(after.probability),
            later=number(after.rank or 0),
        )
    first, other = both.predictions[0], left.predictions[0]
    return _(
        "First word with both sides: “{first}” ({before}); with the causal mask: “{other}” ({after})",
        first=literal(first.token),
        before=probability_text(first.probability),
        other=literal(other.token),
        after=probability_text(other.probability),
    )


def _bars(mask: MaskedWord, beside: tuple[MaskedWord, ...], name: str) -> None:
    style = chart_style()
    bars = BarStyle(
        axis_title="", beside=beside, ink=style.ink, numbers=style.numbers, right=56, below=8, axis=BARE
    )
    st.plotly_chart(
        mask_bars(mask, bars, marked_rank=mask.candidates[0].rank if mask.candidates else None),
        key=f"masks_blank_{beside.index(mask)}",
        config={"displayModeBar": False},
        alt=_("Bar chart of the most probable words: {way}", way=name),
    )
