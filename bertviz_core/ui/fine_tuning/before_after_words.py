"""What both models put in the same blank: what fine-tuning let the model forget."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bertviz_core.charts.answers.compare import compared_bars
from bertviz_core.charts.answers.mask_bars import BarStyle
from bertviz_core.results import ComparedBlank
from bertviz_core.training.compared_examples import blanked_text
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.blank_reading import read_beside, read_blanks
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.compared_files import compared_csv, compared_json, compared_svg
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.examples import MASKED_EXAMPLES
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker, prefill
from bertviz_core.ui.mask_panel import HIDDEN_SIGN
from bertviz_core.ui.notices import encoding_notices, no_blank_hint
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import points, probability_text

TEXT_PARAMETER = "blank_text"
SHOWN, LOOKED_AMONG = 10, 200
"""Bars of a chart, and the answers among which a word of the other side is found again."""


def draw(finished: FinishedRun) -> None:
    """Draw the answers of both models, blank by blank."""
    key = _text_key(finished)
    prefill(key, TEXT_PARAMETER, blanked_text(finished.data) or MASKED_EXAMPLES[language()][0])
    text_place, menu_place = st.columns([8, 2], vertical_alignment="bottom")
    text = text_place.text_input(_("Text with a blank"), key=key, persist_state="session")
    with menu_place:
        example_picker(key, MASKED_EXAMPLES, label=_("Examples"))
    engines = finished.before, finished.after
    if not all(engine.info.has_mlm_head for engine in engines):
        st.info(
            _("One of the two models has no trained masked-word head, so that they cannot be compared here."),
            icon=":material/info:",
        )
        return
    mask_token = finished.before.info.mask_token or ""
    if mask_token not in finished.before.encode(text).text:
        no_blank_hint(mask_token)
        return
    reading, offered = read_blanks(finished.before, text)
    text = reading.encoding.text
    text = read_beside(finished.after, text, offered=offered).encoding.text
    top_k = min(LOOKED_AMONG, finished.before.info.vocab_size)
    before, after = (masked_words(engine, text, top_k=top_k) for engine in engines)
    blanks = [
        ComparedBlank(before=one, after=other, shown=SHOWN, same_vocabulary=True)
        for one, other in zip(before.masks, after.masks, strict=True)
    ]
    st.subheader(_title(blanks[0]), anchor=False)
    for order, blank in enumerate(blanks):
        _draw_blank(blank, order)
    st.markdown(
        _(
            "**How to read this.** Both models fill the same blank; bars in {sign} are not among the first "
            "{count} words of the other one. Nobody asked the fine-tuned model to keep what it knew of "
            "words: what it says here shows how much of that is left.",
            sign=HIDDEN_SIGN,
            count=SHOWN,
        )
    )
    encoding_notices(before.encoding)
    if save_menu():
        save_as(_("Comparison as CSV"), "words_before_after.csv", compared_csv(blanks))
        save_as(_("Comparison as JSON"), "words_before_after.json", compared_json(blanks, before, after))
        names = _("Pretrained"), _("Fine-tuned")
        save_as(_("Charts as SVG"), "words_before_after.svg", compared_svg(blanks, names))


def typed_texts(finished: FinishedRun) -> dict[str, str]:
    """Return what was typed, for a link."""
    return {TEXT_PARAMETER: st.session_state.get(_text_key(finished), "")}


def _text_key(finished: FinishedRun) -> str:
    """Return the session key of the field; another run has another example."""
    return f"change_blank_{finished.run.id}"


def _draw_blank(blank: ComparedBlank, order: int) -> None:
    style = chart_style()
    bars = BarStyle(
        axis_title=_("Probability"),
        beside=blank.drawn,
        ink=style.ink,
        numbers=style.numbers,
        axis={"tickangle": 0},
    )
    *places, table_place = st.columns([4, 4, 4])
    for side, (place, name) in enumerate(zip(places, (_("Pretrained"), _("Fine-tuned")), strict=True)):
        figure = compared_bars(blank, bars, side=side)
        with place.container(gap=None):
            st.caption(name)
            st.plotly_chart(
                figure,
                key=f"change_bars_{order}_{side}",
                config={"displayModeBar": False},
                alt=_("Bar chart of the most probable words for blank {number}", number=order + 1),
            )
    with table_place.container(gap=None):
        st.caption(_("What changes"))
        _table(blank, order)


def _table(blank: ComparedBlank, order: int) -> None:
    words = blank.words()
    frame = pd.DataFrame(
        {
            "word": [word.token for word in words],
            "before": [word.before.probability if word.before else float("nan") for word in words],
            "after": [word.after.probability if word.after else float("nan") for word in words],
            "change": [float("nan") if word.change is None else word.change for word in words],
        }
    )
    st.dataframe(
        frame.style.format(probability_text, subset=["before", "after"], na_rep="–").format(
            points, subset=["change"], na_rep="–"
        ),
        column_config={
            "word": st.column_config.TextColumn(_("Word"), width=80),
            "before": st.column_config.NumberColumn(_("Pretrained"), width=64),
            "after": st.column_config.NumberColumn(_("Fine-tuned"), width=64),
            "change": st.column_config.NumberColumn(_("Points"), width=64),
        },
        hide_index=True,
        height=320,
        placeholder="–",
        key=f"change_words_table_{order}",
        alt=_("Table of the words of both sides for blank {number}", number=order + 1),
    )


def _title(blank: ComparedBlank) -> str:
    """Say what both find most probable."""
    before, after = blank.before.predictions[0], blank.after.predictions[0]
    fields = {
        "before": literal(before.token),
        "first": probability_text(before.probability),
        "then": probability_text(after.probability),
    }
    if before.token_id == after.token_id:
        return _("“{before}” is still the first word: {first} before, {then} after", **fields)
    return _("“{before}” ({first}) before, “{after}” ({then}) after", after=literal(after.token), **fields)
