"""A few steps of training on the batch: the loss from step to step, and one blank before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.pretraining.step import StepWords, pretraining_steps_lines
from bertviz_core.results import MaskedBatch, MaskedWord, PretrainingLoss, PretrainingSteps
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.mask_panel import draw_bars
from bertviz_core.ui.pretraining.loss import draw_loss_bars
from bertviz_core.ui.pretraining.question import ask_batch, pair_line
from bertviz_core.ui.pretraining.step_answers import steps_key, steps_taken
from bertviz_core.ui.pretraining.step_choices import choose_blank, choose_learning_rate, choose_steps
from bertviz_core.ui.pretraining.step_files import steps_csv, steps_json
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROUND_CHART = 400
"""Pixels of a window's height that everything but the bars takes."""
_TAKEN = "pretraining_steps_taken"


def draw(engine: BertEngine, text: str) -> None:
    """Take the steps that are asked for, and show the loss and one blank before and after."""
    steps_place, rate_place, blank_place, batch_place, button_place = option_row(
        [3, 4, 6, 3, 4], name="steps"
    )
    with batch_place.popover(_("Batch"), icon=":material/tune:", width="stretch"):
        batch = ask_batch(engine, text)
    with steps_place:
        steps = choose_steps()
    with rate_place:
        learning_rate = choose_learning_rate()
    with blank_place:
        beginning = engine.pretraining_loss(batch)
        blank = choose_blank(beginning)
    key = steps_key(engine, batch, steps, learning_rate)
    if _TAKEN not in st.session_state and address.get("taken") == "1":
        st.session_state[_TAKEN] = key
    label = _("Take {count} steps", count=steps) if steps > 1 else _("Take 1 step")
    if button_place.button(
        label, icon=":material/play_arrow:", type="primary", key="pretraining_take", width="stretch"
    ):
        st.session_state[_TAKEN] = key
    taken = st.session_state.get(_TAKEN) == key
    address.put("taken", "1" if taken else "", usual="")
    if not taken:
        _draw_beginning(engine, beginning, blank)
        _say_what_is_read(batch)
        return
    place = st.empty()

    def on_step(done: int, loss: float) -> None:
        told = _("Step {done} of {all}: loss {loss}", done=done, all=steps, loss=number(loss, places=3))
        place.progress(done / steps, text=told)

    result = steps_taken(engine, batch, steps=steps, learning_rate=learning_rate, on_step=on_step)
    place.empty()
    _draw_result(engine, result, blank)
    _say_what_is_read(batch)


def _say_what_is_read(batch: MaskedBatch) -> None:
    """Quote the batch, of whose sentences one may stand in no field."""
    read = " ".join(batch.tokens).replace(" ##", "")
    st.caption(_("The model reads: {text}", text=literal(read)))


def _draw_beginning(engine: BertEngine, loss: PretrainingLoss, blank: int) -> None:
    """Show what the model answers before any step, and what the button is for."""
    token = loss.tokens[blank]
    st.subheader(
        _(
            "Before any step: loss {loss}, “{word}” {probability} (rank {rank}, position {place})",
            loss=number(loss.total, places=3),
            word=literal(token.right.token),
            probability=probability_text(token.right.probability),
            rank=number(token.right.rank),
            place=token.index,
        ),
        anchor=False,
    )
    draw_loss_bars(loss, other=ROUND_CHART)
    st.info(
        _(
            "The button lets a copy of the model learn this batch, step by step. The model that everybody "
            "here uses stays as it is."
        ),
        icon=":material/info:",
    )
    st.caption(pair_line(engine, loss.batch))


def _draw_result(engine: BertEngine, result: PretrainingSteps, blank: int) -> None:
    before, after = result.before[blank], result.after[blank]
    st.subheader(
        _(
            "“{word}”: {before} before the steps, {after} after them",
            word=literal(before.candidates[0].word),
            before=probability_text(before.candidates[0].probability),
            after=probability_text(after.candidates[0].probability),
        ),
        anchor=False,
    )
    curve_place, before_place, after_place = st.columns([5, 4, 4], gap="small")
    words = StepWords(
        step=_("Step"),
        loss=_("Loss, nats"),
        masked_words=_("masked words"),
        next_sentence=_("next sentence"),
        total=_("sum"),
    )
    with curve_place:
        st.markdown(
            _(
                "**Loss** from {before} to {after}",
                before=number(float(result.total[0]), places=3),
                after=number(float(result.total[-1]), places=3),
            )
        )
        st.plotly_chart(
            pretraining_steps_lines(result, chart_style(), words),
            key="pretraining_steps_lines",
            config=picture_options("pretraining_steps"),
            alt=_("Lines of the losses from step to step"),
        )
    for place, heading, shown, number_of in (
        (before_place, _("**Before**"), before, 1),
        (after_place, _("**After**"), after, 2),
    ):
        with place:
            st.markdown(f"{heading}: {_right_word(shown)}")
            draw_bars(shown, number_of, hidden=shown.candidates[0], beside=(before, after))
    st.markdown(
        _(
            "**How to read this.** On the left the loss of this one batch before the first step and after "
            "each. On the right what the model puts at the chosen place; the orange bar is the right token. "
            "It learns these few tokens by heart, which is no sign that it knows more about language: "
            "pretraining takes such steps over billions of words, each on a new batch."
        )
    )
    st.caption(f"{_how(engine, result)} {pair_line(engine, result.batch)}")
    if save_menu():
        save_as(_("Steps as CSV"), "pretraining_steps.csv", steps_csv(result))
        save_as(_("Steps as JSON"), "pretraining_steps.json", steps_json(result))


def _right_word(mask: MaskedWord) -> str:
    right = mask.candidates[0]
    return _(
        "“{word}” {probability}, rank {rank}",
        word=literal(right.word),
        probability=probability_text(right.probability),
        rank=number(right.rank or 0),
    )


def _how(engine: BertEngine, result: PretrainingSteps) -> str:
    return _(
        "AdamW with weight decay 0.01 as in the paper, without dropout and warm-up, so that the same batch "
        "gives the same curve. A copy learned: its heads and the last {trained} of {layers} layers "
        "({parameters} million numbers). The word embeddings stay as they are, which saves memory.",
        trained=result.trained_layers,
        layers=engine.info.layers,
        parameters=number(result.trained_parameters / 1e6, places=1),
    )
