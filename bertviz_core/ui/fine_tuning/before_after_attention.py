"""Which heads look elsewhere after fine-tuning, and where each of them looked and looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.fine_tuning.before_after_attention import (
    HEIGHT,
    ChangeWords,
    attention_before_after,
    attention_difference,
    head_change_map,
)
from bertviz_core.results import AttentionChange, Encoding
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_selection import selected_points
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.before_after_answers import attention_change
from bertviz_core.ui.fine_tuning.before_after_files import (
    attention_change_csv,
    attention_change_json,
    head_before_after_csv,
)
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun
from bertviz_core.ui.fine_tuning.before_after_text import ask_text, say_what_lacks, typed_texts
from bertviz_core.ui.head_names import Head, head_code
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.written_numbers import small_number

__all__ = ["PARAMETERS", "draw", "typed_texts"]

HEAD_PARAMETER, SHOWN_PARAMETER = "spot", "maps"
PARAMETERS = (HEAD_PARAMETER, SHOWN_PARAMETER)
BOTH, DIFFERENCE = "both", "difference"

OTHER, GROWTH = 350, 1.8
_MAP, _HEADS = "change_heads", "change_heads_map"
_STYLE = (
    "<style>.st-key-change_attention > div > .stColumn, .st-key-change_attention > div > div > .stColumn "
    "{min-width: min(100%, 300px)}</style>"
)


def draw(finished: FinishedRun) -> None:
    """Draw the change of every head and, beside it, one head on a text."""
    text, pair = ask_text(finished)
    held_out = finished.held_out
    if not held_out and say_what_lacks(finished, text, pair):
        return
    texts = held_out or ((text, pair),)
    change, key = attention_change(finished, texts), _head_key(finished, texts)
    st.html(_STYLE)
    with st.container(key="change_attention"):
        map_place, head_place = st.columns([4, 7], gap="small")
    with head_place:
        choice_place, shown_place = st.columns([3, 4], vertical_alignment="bottom")
        with choice_place:
            chosen = _choose_head(change, key)
        with shown_place:
            shown = _choose_shown()
    with map_place:
        st.subheader(_title(change), anchor=False)
        _draw_map(change, chosen, key)
    with head_place:
        encoding, weights = _weights(finished, text, pair, chosen)
        _draw_head(encoding, weights, shown=shown)
    _explain(change, held_out=bool(held_out))
    encoding_notices(encoding)
    if save_menu():
        save_as(_("All heads as CSV"), "attention_change.csv", attention_change_csv(change))
        save_as(
            _("This head as CSV"),
            f"attention_{head_code(chosen)}.csv",
            lambda: head_before_after_csv(encoding, weights),
        )
        document = attention_change_json(change, encoding, chosen, weights)
        save_as(_("Everything as JSON"), "attention_change.json", document)


def _choose_head(change: AttentionChange, key: str) -> Head:
    """Offer all heads, the most changed first; begin with the one in the address, or with the first."""
    names = {head_code(head): head for head in change.ranked()}
    offered, named = list(names), address.get(HEAD_PARAMETER, "")
    values = {code: _bits(float(change.divergence[head]), places=3) for code, head in names.items()}
    code = st.selectbox(
        _("Head, the most changed first"),
        offered,
        index=offered.index(named) if named in names and key not in st.session_state else 0,
        format_func=lambda code: f"{code} · {values[code]}",
        key=key,
        persist_state="session",
    )
    address.put(HEAD_PARAMETER, code, usual=offered[0])
    return names[code]


def _choose_shown() -> str:
    names = {BOTH: _("Before and after"), DIFFERENCE: _("Difference")}
    chosen = st.segmented_control(
        _("Maps"),
        list(names),
        default=DIFFERENCE if address.get(SHOWN_PARAMETER) == DIFFERENCE else BOTH,
        format_func=names.__getitem__,
        required=True,
        key="change_maps",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(SHOWN_PARAMETER, chosen or BOTH, usual=BOTH)
    return chosen or BOTH


def _draw_map(change: AttentionChange, chosen: Head, key: str) -> None:
    let_grow(f"{_MAP}_room", least=HEIGHT, most=round(GROWTH * HEIGHT), other=OTHER)
    with st.container(key=f"{_MAP}_room"):
        st.plotly_chart(
            head_change_map(change, chosen, chart_style(), _words()),
            height="stretch",
            key=_HEADS,
            on_select=lambda: _take_clicked(change, key),
            selection_mode="points",
            config=picture_options("attention_change"),
            alt=_("Map of all heads: how far the attention of each moved"),
        )


def _take_clicked(change: AttentionChange, key: str) -> None:
    """Show the head whose cell was clicked; a callback, since its menu is drawn first."""
    layers, heads = change.divergence.shape
    for point in selected_points(st.session_state.get(_HEADS)):
        place = point.get("point_index")
        if isinstance(place, int) and 0 <= place < layers * heads:
            st.session_state[key] = head_code(divmod(place, heads))


def _draw_head(
    encoding: Encoding, weights: tuple[NDArray[np.float32], NDArray[np.float32]], *, shown: str
) -> None:
    drawing = attention_difference if shown == DIFFERENCE else attention_before_after
    let_grow("change_head_room", least=HEIGHT, most=round(GROWTH * HEIGHT), other=OTHER)
    with st.container(key="change_head_room"):
        st.plotly_chart(
            drawing(encoding, weights, chart_style(), _words()),
            height="stretch",
            key=f"change_head_{shown}",
            config=picture_options("attention_before_after"),
            alt=_("Attention of one head in the pretrained model and in the fine-tuned one"),
        )


def _weights(
    finished: FinishedRun, text: str, pair: str | None, head: Head
) -> tuple[Encoding, tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return one head's attention (query, key) before and after."""
    layer, number_of_head = head
    before, after = (
        engine.attention_layer(text, pair, layer=layer)[number_of_head]
        for engine in (finished.before, finished.after)
    )
    return finished.before.encode(text, pair), (before, after)


def _title(change: AttentionChange) -> str:
    if not change.divergence.any():
        return _("No head looks elsewhere")
    first = change.ranked()[0]
    return _(
        "Head {head} moved most: {bits} bits",
        head=head_code(first),
        bits=_bits(float(change.divergence[first]), places=2),
    )


def _explain(change: AttentionChange, *, held_out: bool) -> None:
    st.markdown(
        _(
            "**How to read this.** On the left each cell is a head; the stronger its colour, the further its "
            "attention moved, over {count} held-out texts. Click one to see it on the right: where it looked "
            "before fine-tuning and where it looks now, rows look at columns.",
            count=number(change.texts),
        )
        if held_out
        else _(
            "**How to read this.** On the left each cell is a head; the stronger its colour, the further its "
            "attention moved on the text above: an uploaded model has no held-out texts. Click one to see it "
            "on the right: where it looked before fine-tuning and where it looks now, rows look at columns."
        )
    )
    st.caption(
        _(
            "Jensen-Shannon divergence of a token's attention before and after: 0 bits is the same, 1 bit "
            "has nothing in common; mean over tokens and texts. Clark et al. (2019) compare heads with it; "
            "here each head is compared with itself. The mean of all heads is {mean}. Layers and heads are "
            "counted from 1: 3.5 is head 5 of layer 3.",
            mean=_bits(float(change.divergence.mean()), places=3),
        )
    )


def _bits(value: float, *, places: int) -> str:
    """Write a divergence with so many digits, a smaller one as a power of ten."""
    return number(value, places=places) if value >= 10**-places else small_number(value)


def _words() -> ChangeWords:
    return ChangeWords(
        layer=_("Layer"),
        head=_("Head"),
        bits=_("in bits"),
        before=_("Pretrained"),
        after=_("Fine-tuned"),
        difference=_("Fine-tuned minus pretrained"),
        attends="→",
    )


def _head_key(finished: FinishedRun, texts: Sequence[tuple[str, str | None]]) -> str:
    """Return the session key of the menu: the browser names a choice by its label, which says how far."""
    read = text_key(*(f"{text}\n{pair or ''}" for text, pair in texts))
    return f"change_head_choice_{finished.run.id}_{read}_{language()}"
