"""The input: from words to pieces and numbers, and from those to the vectors that enter layer 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import Encoding, InputEmbeddings
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.input_pictures import draw_sum, draw_tokens, stage_names
from bertviz_core.ui.inside.input_reading import explain, norm_line, offer_numbers
from bertviz_core.ui.inside.input_table import draw_table, segment_name
from bertviz_core.ui.inside.input_tokenizers import compare_tokenizers
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.token_choice import choose_token, last_word

if TYPE_CHECKING:
    from bertviz_core import BertEngine

TOKEN_PARAMETER, STAGE_PARAMETER = "token", "stage"


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show what each token is given, and how the input vector of one of them comes about."""
    answer = engine.input_embeddings(text, pair)
    token_place, stage_place = option_row([7, 8])
    with token_place:
        place = choose_token(
            _("Chosen token"),
            answer.encoding,
            parameter=TOKEN_PARAMETER,
            default=telling_token(answer.encoding),
        )
    with stage_place:
        stage = choose_from_menu(
            _("All tokens by"),
            stage_names(answer),
            parameter=STAGE_PARAMETER,
            key=f"input_{answer.segments > 0}",
        )
    st.subheader(_answer(answer, place), anchor=False)
    draw_table(answer, place)
    draw_sum(answer, place)
    st.caption(norm_line(answer, place))
    draw_tokens(answer, place, stage)
    explain(answer)
    encoding_notices(answer.encoding)
    compare_tokenizers(engine, text)
    offer_numbers(answer, place)


def telling_token(encoding: Encoding) -> int:
    """Return the first place of the longest piece that comes twice, or else of the longest piece."""
    ids, labels = encoding.ids.tolist(), encoding.labels
    beginnings = [
        place for place, special in enumerate(encoding.special) if not special and labels[place][:1].isalnum()
    ]
    twice = [place for place in beginnings if ids.count(ids[place]) > 1]
    return max(
        twice or beginnings, key=lambda place: (len(labels[place]), -place), default=last_word(encoding)
    )


def _answer(answer: InputEmbeddings, place: int) -> str:
    """Say what is summed, or of a piece that comes twice what is equal and what is not; in Markdown."""
    token = literal(answer.encoding.labels[place])
    others = [other for other in answer.equal_tokens(place) if other != place]
    if others:
        return _(
            "**“{token}” at {one} and at {other}:** the same token embedding, another position; their sums "
            "have cosine **{cosine}**.",
            token=token,
            one=place,
            other=others[0],
            cosine=number(answer.cosine(place, others[0]), places=2),
        )
    if answer.segment is None:
        return _(
            "**“{token}”:** token + position {place} = the vector that goes into LayerNorm and layer 1.",
            token=token,
            place=place,
        )
    return _(
        "**“{token}”:** token + segment {segment} + position {place} = the vector that goes into LayerNorm "
        "and layer 1.",
        token=token,
        segment=segment_name(int(answer.encoding.segment_ids[place])),
        place=place,
    )
