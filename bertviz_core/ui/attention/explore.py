"""All heads and the map of one, with their words in the visitor's language."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Literal

import streamlit as st

from bertviz_core.components.attention import asked_layer, attention_view
from bertviz_core.components.attention.payload import AttentionArrays, pack_payload
from bertviz_core.errors import BertScopeError
from bertviz_core.models.run_models import is_run_model
from bertviz_core.results import HeadStatistics, ModelInfo
from bertviz_core.ui.address import address, write_address
from bertviz_core.ui.answers_while_typing import answers_while_typing, offer_answers_while_typing
from bertviz_core.ui.attention.answers import attention_arrays, attention_layer_block, head_statistics
from bertviz_core.ui.attention.explore_classic import classic_bertviz
from bertviz_core.ui.attention.explore_files import attention_npz
from bertviz_core.ui.attention.explore_words import explore_words
from bertviz_core.ui.attention.head_reading import (
    head_readings,
    reading_words,
    statistic_name,
    without_habit,
)
from bertviz_core.ui.class_view import offer_question
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.lesson_offer import save_lesson
from bertviz_core.ui.linked_texts import stand_in_note
from bertviz_core.ui.models import engine_of
from bertviz_core.ui.notices import cut_notice, show_error, unknown_notice, unknown_words
from bertviz_core.ui.text_key import text_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine


COMPONENT = "attention_view"
"""Session key of the view."""

FIELDS = ("attention_text", "attention_pair")
"""Session keys of the fields of the page."""

_OPENED = "opened_head"

OVERVIEW_HEIGHT = 300
"""Pixels."""

CHOICES = {
    "mode": ("map", "lines"),
    "words": ("false", "true"),
    "special": ("show", "dim", "hide"),
    "renormalise": ("false", "true"),
    "sentences": ("all", "aa", "ab", "ba", "bb"),
    "scale": ("", "sqrt", "linear", "relative"),
    "combine": ("one", "mean", "max"),
}
"""What the browser can be asked for in the address, first what it shows otherwise: as in `settings.js`."""

QUOTED_CHARACTERS = 400
"""As much of the sentence as a picture of the map shows."""


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show all heads and the map of one, with what the visitor must know about the input under it.

    The view opens as the address says, else as the browser's tab remembers it, else at the head worth
    opening with. Of a long input one layer is sent at a time; asking for one reruns this view alone.
    """
    offer_question("head", "\n".join(filter(None, (text, pair))))
    model = engine.info.id
    offer_answers_while_typing(engine, fields=FIELDS, wanted={"maps": True})
    _explore(model, text, pair, st.session_state.pop(_OPENED, None))
    if save_menu():  # which a fragment cannot draw
        encoding = attention_arrays(engine, text, pair=pair).encoding
        save_as(_("All heads as NPZ"), "attention.npz", lambda: attention_npz(engine_of(model), encoding))
        save_lesson(engine, "attention", fields=FIELDS, texts=(text, pair or ""))


def open_with(layer: int, head: int) -> None:
    """Let the view open with a head, 0-based, in the run that draws it next."""
    st.session_state[_OPENED] = {"layer": layer, "head": head, "id": uuid.uuid4().hex}


@st.fragment
def _explore(model: str, text: str, pair: str | None, opened: dict[str, int | str] | None) -> None:
    # Streamlit keeps the arguments of a fragment as long as its tab is open: a model would stay with them.
    try:
        _draw_explore(engine_of(model), text, pair, opened)
    except BertScopeError as error:  # no handler of the page sees what a fragment raises
        show_error(error)


def _draw_explore(
    engine: BertEngine, text: str, pair: str | None, opened: dict[str, int | str] | None
) -> None:
    arrays = attention_arrays(engine, text, pair=pair)
    wanted = address_layer() if opened is None else int(opened["layer"])
    _tell_missing_head(arrays)
    weights = _weights_to_send(engine, arrays, pair=pair, wanted=wanted)
    encoding = arrays.encoding
    stand_in = stand_in_note(text)
    notes = (cut_notice(encoding, quote=str), unknown_notice(encoding, quote=str), stand_in)
    statistics = head_statistics(engine, text, pair=pair)
    header = _header(engine, arrays, "explore") | {
        "notes": [note for note in notes if note],
        "standIn": stand_in is not None,
        "open": opened,
        "address": {name: value for name, value in address.items() if name not in ("text", "pair")},
        "statistics": _statistics(statistics),
        "readings": head_readings(statistics),
        "withoutHabit": without_habit(statistics),
        "typing": reading_words(encoding.tokens) | {"unknown": unknown_words()}
        if answers_while_typing(engine)
        else None,
    }
    attention_view(pack_payload(arrays, header, weights=weights), key=COMPONENT)
    st.caption(
        _(
            "Layers and heads are counted from 1, positions from 0. The first head shown is the one that "
            "links words furthest; after that the head stays until you choose another one."
        )
    )
    classic_bertviz(engine, text, pair, layer=(address_head(arrays) or arrays.start)[0])
    write_address("explore_address")


def _tell_missing_head(arrays: AttentionArrays) -> None:
    """Note what the address names and is not there; the browser opens with something else."""
    for name, choices in CHOICES.items():
        if name in address and address[name] not in choices:
            address.fell_back(name, choices[0])
    for name, count, first in zip(
        ("layer", "head"), (arrays.layers, arrays.heads), arrays.start, strict=True
    ):
        if name in address and address.number(name) not in range(1, count + 1):
            address.fell_back(name, str(first + 1))


def _statistics(statistics: HeadStatistics) -> dict[str, object]:
    """Write the statistics of heads, in the order of heads, each with its name."""
    return {
        name: {
            "label": statistic_name(name, statistics.encoding),
            "values": values.ravel().astype(float).round(4).tolist(),
        }
        for name, values in statistics.arrays.items()
    }


def _weights_to_send(
    engine: BertEngine, arrays: AttentionArrays, *, pair: str | None, wanted: int | None
) -> dict[int, bytes]:
    """Return the blocks of all layers, or of the one that the browser asks for, or else of the wanted one."""
    if len(arrays.weights) == arrays.layers:
        return arrays.weights
    asked = asked_layer(COMPONENT)
    wanted = wanted if asked is None else asked
    if wanted is None or not 0 <= wanted < arrays.layers or wanted in arrays.weights:
        return arrays.weights
    return {wanted: attention_layer_block(engine, arrays.encoding.text, pair=pair, layer=wanted)}


def overview_attention(engine: BertEngine, arrays: AttentionArrays, *, key: str) -> tuple[int, int] | None:
    """Show all heads only; return the 0-based layer and head that were just clicked."""
    header = _header(engine, arrays, "overview") | {"height": OVERVIEW_HEIGHT}
    return attention_view(pack_payload(arrays, header, weights=arrays.weights), key=key)


def address_layer() -> int | None:
    """Return the 0-based layer named in the address."""
    layer = address.number("layer")
    return layer - 1 if layer else None


def address_head(arrays: AttentionArrays | ModelInfo) -> tuple[int, int] | None:
    """Return the 0-based layer and head named in the address, when the model has them."""
    layer, head = (address.number(name) or 0 for name in ("layer", "head"))
    return (layer - 1, head - 1) if 1 <= layer <= arrays.layers and 1 <= head <= arrays.heads else None


def _header(
    engine: BertEngine, arrays: AttentionArrays, mode: Literal["explore", "overview"]
) -> dict[str, object]:
    """Collect what the browser needs beside the arrays."""
    encoding = arrays.encoding
    layer, head = arrays.start
    return {
        "id": text_key(engine.info.id, str(engine.info.revision), encoding.text, encoding.pair or ""),
        # The id of a run opens it to whoever reads it, and pictures and files are passed on.
        "model": engine.info.name if is_run_model(engine.info.id) else engine.info.id,
        "mode": mode,
        "locale": language(),
        "sentence": " / ".join(filter(None, (encoding.text, encoding.pair)))[:QUOTED_CHARACTERS],
        "start": {"layer": layer, "head": head},
        "words": explore_words(),
    }
