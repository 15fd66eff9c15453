"""Which vector a sentence has and how the vectors are shown; the choices stand in the address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import streamlit as st

from bertviz_core.results import Layers, Pooling
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _
from bertviz_core.ui.words.layer_choice import choose_layers
from bertviz_core.ui.words.sentences_input import offer_link

if TYPE_CHECKING:
    from bertviz_core import BertEngine

POOLING, COMPARED, ORDER, PICTURE = "pooling", "cosines", "order", "picture"
PARAMETERS = (POOLING, COMPARED, ORDER, PICTURE)
"""Of the address."""

LAST_FOUR = "last_four"
RAW, CENTRED = "raw", "centred"
GIVEN, LIKENESS = "given", "likeness"
CELLS, POINTS = "cells", "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What was chosen."""

    pooling: Pooling
    layers: Layers
    compared: str
    order: str
    picture: str


def choose(engine: BertEngine) -> Choices:
    """Offer the choices; return what is chosen."""
    pooling = _one_of(
        _("Vector of a sentence"),
        POOLING,
        {
            "mean": lambda: _("Mean"),
            LAST_FOUR: lambda: _("Mean of last 4"),
            "cls": lambda: engine.encode("1").tokens[0],
        },
    )
    layers: Layers = "sum_last_4"
    if pooling != LAST_FOUR:
        layers = cast(Layers, choose_layers(engine, "sentences_layers", static=False))
    compared = _one_of(_("Cosines"), COMPARED, {RAW: lambda: _("Raw"), CENTRED: lambda: _("Centred")})
    with st.container(horizontal=True):
        picture, order = _choose_picture()
        offer_link()
    return Choices(
        pooling="cls" if pooling == "cls" else "mean",
        layers=layers,
        compared=compared,
        order=order,
        picture=picture,
    )


def _choose_picture() -> tuple[str, str]:
    """Return what is drawn, and in which order the sentences stand in it."""
    with st.popover(_("Picture"), icon=":material/tune:", width="stretch"):
        picture = _one_of(
            _("Show"), PICTURE, {CELLS: lambda: _("All pairs"), POINTS: lambda: _("Points (PCA)")}
        )
        order = _one_of(
            _("Order of the sentences"),
            ORDER,
            {GIVEN: lambda: _("As given"), LIKENESS: lambda: _("Alike ones together")},
        )
    return picture, order


def _one_of(label: str, parameter: str, names: dict[str, Callable[[], str]]) -> str:
    """Offer a choice that the address names; the first one is the usual one."""
    usual, key, named = next(iter(names)), f"sentences_{parameter}", address.get(parameter, "")
    chosen = st.segmented_control(
        label,
        list(names),
        default=None if key in st.session_state else named if named in names else usual,
        format_func=lambda name: names[name](),
        required=True,
        key=key,
        persist_state="session",
    )
    address.put(parameter, chosen or usual, usual=usual)
    return chosen or usual
