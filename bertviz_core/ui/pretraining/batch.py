"""A batch as the model is trained on: which tokens are drawn, and what happens to each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.pretraining.batch import batch_svg
from bertviz_core.results import MaskedBatch
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.pretraining.batch_files import batch_csv, batch_json
from bertviz_core.ui.pretraining.batch_tally import draw_tally
from bertviz_core.ui.pretraining.question import ask_batch, pair_line
from bertviz_core.ui.pretraining.token_strip import draw_tokens, headings, legend

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw(engine: BertEngine, text: str) -> None:
    """Draw every token of the batch, what became of it, the label of the pair, and a tally of many draws."""
    batch = ask_batch(engine, text)
    st.subheader(_counted(batch), anchor=False)
    st.caption(pair_line(engine, batch))
    cards_place, tally_place = st.columns([7, 3], gap="medium")
    with cards_place:
        draw_tokens(batch)
    with tally_place:
        draw_tally(engine, batch)
    st.markdown(
        _(
            "**How to read this.** A card is a token with its position; below the arrow stands what the "
            "model reads in its place. The model has to find the coloured ones again. Some are replaced or "
            "left, because no text of a later task has a [MASK] in it (Devlin et al., 2019, section 3.1)."
        )
    )
    st.caption(_explained(batch))
    _offer_numbers(batch)


def _counted(batch: MaskedBatch) -> str:
    count = {action: batch.actions.count(action) for action in legend()}
    return _(
        "**{drawn} of {tokens} tokens drawn:** {masked} hidden, {random} replaced, {unchanged} left.",
        drawn=len(batch.drawn),
        tokens=int((~batch.encoding.special).sum()),
        masked=count["masked"],
        random=count["random"],
        unchanged=count["unchanged"],
    )


def _explained(batch: MaskedBatch) -> str:
    """Say how this way of drawing works."""
    if batch.strategy == "whole_word":
        return _(
            "Whole words: all pieces of a word are drawn or none, so that no piece gives its word away; what "
            "happens to each piece is drawn by itself, as in the code of the authors of BERT."
        )
    if batch.strategy == "span":
        return _(
            "A span: words that belong together, such as a name, are one unit and share one fate, as in the "
            "entity masking of ERNIE (Sun et al., 2019). Roll again to see the others."
        )
    return _(
        "Tokens: each piece is drawn by itself. Special tokens are never drawn, and one token is drawn at "
        "least. The paper draws 15%."
    )


def _offer_numbers(batch: MaskedBatch) -> None:
    with st.expander(_("The numbers")):
        st.dataframe(
            {
                _("Position"): list(range(len(batch.tokens))),
                _("Segment"): batch.encoding.segment_ids.tolist(),
                _("Token of the text"): batch.encoding.labels,
                _("What the model reads"): batch.tokens,
                _("What happened"): [legend()[action] for action in batch.actions],
            },
            hide_index=True,
        )
    if save_menu():
        save_as(_("Batch as CSV"), "batch.csv", batch_csv(batch))
        save_as(_("Batch as JSON"), "batch.json", batch_json(batch))
        picture = batch_svg(batch, headings=headings(batch), legend=legend())
        save_as(_("Batch as SVG"), "batch.svg", picture)
