"""The loss of a batch: what the model has to pay for each drawn token, and for the pair."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.pretraining.loss import LossWords, pretraining_loss_bars
from bertviz_core.results import PretrainingLoss
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.pretraining.loss_files import loss_csv, loss_json
from bertviz_core.ui.pretraining.question import ask_batch, pair_line
from bertviz_core.ui.pretraining.token_strip import draw_tokens
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROUND_CHART, MOST_GROWTH = 460, 1.7
"""Pixels of a window's height that everything but the bars takes; how many times higher they get."""


def draw(engine: BertEngine, text: str) -> None:
    """Draw what each drawn token costs, above the tokens with the ignored ones pale."""
    batch = ask_batch(engine, text)
    loss = engine.pretraining_loss(batch)
    st.subheader(_summed(loss), anchor=False)
    draw_loss_bars(loss, other=ROUND_CHART)
    draw_tokens(batch, {token.index: number(token.loss, places=2) for token in loss.tokens})
    st.markdown(
        _(
            "**How to read this.** A bar is minus the logarithm of the probability that the model gives to "
            "the right token: 0 is certain, and guessing among the {vocabulary} entries of the vocabulary "
            "costs {chance}. Pale tokens have the label −100: the loss ignores them. Training minimises the "
            "sum of the mean over tokens and the loss of the pair (Devlin et al., 2019, A.2).",
            vocabulary=number(engine.info.vocab_size),
            chance=number(log(engine.info.vocab_size), places=2),
        )
    )
    st.caption(f"{pair_line(engine, batch)} {_is_next(loss)}")
    _offer_numbers(loss)


def draw_loss_bars(loss: PretrainingLoss, *, other: int) -> None:
    """Draw the bars as high as the window leaves room for.

    Args:
        loss: What each drawn token and the pair cost.
        other: Pixels of the window's height that the rest of the view takes.
    """
    words = LossWords(
        loss=_("Loss, nats"),
        mean=_("mean of the tokens"),
        pair=_("next sentence"),
        probability=_("Probability"),
        first=_("First word:"),
    )
    figure = pretraining_loss_bars(loss, chart_style(), words)
    least = figure.layout.height
    let_grow("pretraining_loss", least=least, most=round(MOST_GROWTH * least), other=other)
    with st.container(key="pretraining_loss"):
        st.plotly_chart(
            figure,
            height="stretch",
            key="pretraining_loss_bars",
            config=picture_options("pretraining_loss"),
            alt=_("Bar chart of the loss of each drawn token"),
        )


def _summed(loss: PretrainingLoss) -> str:
    masked, total = number(loss.masked_words, places=3), number(loss.total, places=3)
    if loss.next_sentence is None:
        return _("**Loss {total}:** the mean over {count} tokens.", total=total, count=len(loss.tokens))
    return _(
        "**Loss {total}** = {masked} masked words (mean over {count} tokens) + {pair} next sentence.",
        total=total,
        masked=masked,
        count=len(loss.tokens),
        pair=number(loss.next_sentence, places=3),
    )


def _is_next(loss: PretrainingLoss) -> str:
    if loss.is_next is None:
        return ""
    return _("The model says “is next” with probability {p}.", p=probability_text(loss.is_next))


def _offer_numbers(loss: PretrainingLoss) -> None:
    with st.expander(_("The numbers")):
        columns = {
            _("Position"): [token.index for token in loss.tokens],
            _("Right token"): [loss.batch.encoding.labels[token.index] for token in loss.tokens],
            _("What the model reads"): [loss.batch.tokens[token.index] for token in loss.tokens],
            _("Probability"): [token.right.probability for token in loss.tokens],
            _("Rank"): [token.right.rank for token in loss.tokens],
            _("Loss, nats"): [token.loss for token in loss.tokens],
            _("The model's first"): [token.first.token for token in loss.tokens],
        }
        table = number_table(columns, {_("Probability"): 6, _("Loss, nats"): 4})
        st.dataframe(table, hide_index=True)
    if save_menu():
        save_as(_("Loss as CSV"), "pretraining_loss.csv", loss_csv(loss))
        save_as(_("Loss as JSON"), "pretraining_loss.json", loss_json(loss))
