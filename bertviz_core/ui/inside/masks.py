"""The same sentence under each mask: forbidden scores turn to minus infinity before the softmax."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go
import streamlit as st

from bertviz_core.charts.inside.masks import MaskWords, masked_scores, masked_weights, picture_height
from bertviz_core.results import MaskedAttention
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.masks_answers import masked_attention
from bertviz_core.ui.inside.masks_blank import show_lost_answers
from bertviz_core.ui.inside.masks_choices import choose_mask, choose_masked_head, choose_query
from bertviz_core.ui.inside.masks_files import masks_csv, masks_json
from bertviz_core.ui.inside.masks_norms import show_norms
from bertviz_core.ui.linked_texts import stand_in_note
from bertviz_core.ui.notices import unknown_notice
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

OTHER = 330
"""Pixels of a window's height that everything but the pictures takes."""

# Both need some width; where there is less, they stand below each other, with smaller numbers.
_STYLE = """<style>
.st-key-masks_pictures .stHorizontalBlock {flex-wrap: wrap}
.st-key-masks_pictures .stColumn {min-width: min(100%, 330px)}
@media (max-width: 640px) {.st-key-masks_pictures .textpoint text {font-size: 9px !important}}
</style>"""


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show scores and weights of one head under a mask, and what one token sees."""
    engine.encode(text, pair)  # a text with nothing in it is told before anything is offered
    mask_place, layer_place, head_place, query_place = option_row([15, 5, 5, 9])
    with mask_place:
        mask = choose_mask()
    chosen = choose_masked_head(engine.info, (layer_place, head_place))
    answer = masked_attention(engine, text, pair=pair, head=chosen, mask=mask)
    unmasked = masked_attention(engine, text, pair=pair, head=chosen, mask="full")
    with query_place:
        query = choose_query(answer)
    st.subheader(_seen(answer, unmasked, query), anchor=False)
    _pictures(answer, query)
    _explain(answer)
    if unknown := unknown_notice(answer.encoding):
        st.info(unknown, icon=":material/help:")
    if standing_in := stand_in_note(text):
        st.caption(standing_in)
    show_lost_answers(engine, text, pair)
    show_norms()
    _table(answer, query)
    if save_menu():
        save_as(_("Scores and weights as CSV"), "masks.csv", lambda: masks_csv(answer))
        save_as(_("Scores and weights as JSON"), "masks.json", lambda: masks_json(answer))


def _seen(answer: MaskedAttention, unmasked: MaskedAttention, query: int) -> str:
    """Say how many tokens one sees, and where its largest weight is now."""
    labels, most = answer.encoding.labels, int(answer.weights[query].argmax())
    fields = {
        "token": literal(labels[query]),
        "seen": number(int(answer.allowed[query].sum())),
        "count": number(len(answer.encoding)),
        "most": literal(labels[most]),
        "weight": number(float(answer.weights[query, most]), places=2),
    }
    if answer.mask == "full":
        return _(
            "**No mask (encoder):** “{token}” sees all {count} tokens; its largest weight is on “{most}” "
            "({weight})",
            **fields,
        )
    named = {
        "causal": _("**Causal mask (decoder):** “{token}” sees {seen} of {count} tokens", **fields),
        "padding": _("**Padding mask:** “{token}” sees {seen} of {count} tokens", **fields),
        "cross": _("**Cross mask (decoder → encoder):** “{token}” sees {seen} of {count} tokens", **fields),
    }[answer.mask]
    if query >= len(unmasked.encoding):  # padding, of which there is none without the mask
        return named
    before = int(unmasked.weights[query].argmax())
    fields |= {
        "before": literal(labels[before]),
        "former": number(float(unmasked.weights[query, before]), places=2),
    }
    if before == most:
        moved = _("its largest weight stays on “{most}” ({former} → {weight})", **fields)
    else:
        moved = _("its largest weight moves from “{before}” ({former}) to “{most}” ({weight})", **fields)
    return f"{named}; {moved}"


def _pictures(answer: MaskedAttention, query: int) -> None:
    style, words = chart_style(), _words()
    least = picture_height(answer)
    st.html(_STYLE)
    let_grow("masks_scores", "masks_weights", least=least, most=round(1.6 * least), other=OTHER)
    with st.container(key="masks_pictures"):
        scores_place, weights_place = st.columns(2, gap="small")
    with scores_place:
        st.markdown(_("**Scores** q·k ÷ √d, and −∞ where the mask forbids"))
        figure = masked_scores(answer, query, style, words)
        _chart(figure, "masks_scores", _("Scores of every pair of tokens"))
    with weights_place:
        st.markdown(_("**Weights** after the softmax: each row adds up to 1"))
        figure = masked_weights(answer, query, style, words)
        _chart(figure, "masks_weights", _("Weights of every pair of tokens"))


def _chart(figure: go.Figure, key: str, alt: str) -> None:
    with st.container(key=key):
        st.plotly_chart(figure, height="stretch", key=f"{key}_chart", config=picture_options(key), alt=alt)


def _words() -> MaskWords:
    return MaskWords(query=_("looks:"), key=_("is looked at:"), score="q·k ÷ √d", weight=_("Weight"))


def _explain(answer: MaskedAttention) -> None:
    why = {
        "full": _(
            "An encoder such as BERT forbids nothing: each token sees both sides (Devlin et al., 2019)."
        ),
        "causal": _(
            "A decoder such as GPT writes from left to right, so no token may see those that come after it "
            "(Vaswani et al., 2017, section 3.2.3)."
        ),
        "padding": _(
            "Texts of a batch are filled up to one length with {padding}, which no token may see: the rows "
            "of the text are the same as without them.",
            padding=literal(answer.encoding.tokens[-1]),
        ),
        "cross": _(
            "Between encoder and decoder the queries come from one text (B) and the keys from another (A), "
            "as in translation (Vaswani et al., 2017, section 3.2.3); here B begins with “{token}”, and A "
            "sees itself.",
            token=literal(answer.encoding.labels[answer.second or 0]),
        ),
    }[answer.mask]
    st.markdown(
        _(
            "**How to read this.** Each row is a token that looks, each column one that is looked at. Where "
            "the mask forbids, the score becomes −∞, whose exponential is 0, so that the keys in sight share "
            "the whole weight."
        )
        + f" {why}"
    )
    if answer.mask in ("causal", "cross"):
        st.caption(
            _(
                "The mask holds in every layer of this pass. The model was not trained with it: the numbers "
                "show what a mask does, not what a model that learned with it would look at."
            )
        )


def _table(answer: MaskedAttention, query: int) -> None:
    with st.expander(_("The numbers"), icon=":material/list:"):
        score, weight = "q·k ÷ √d", _("Weight")
        columns = {
            _("Position"): range(len(answer.encoding)),
            _("Token looked at"): answer.encoding.labels,
            _("In sight"): [_("yes") if seen else "−∞" for seen in answer.allowed[query].tolist()],
            score: answer.scores[query],
            weight: answer.weights[query],
        }
        st.dataframe(number_table(columns, {score: 4, weight: 4}), hide_index=True)
