"""What the map of cosines shows: which vectors, in which order, and the occurrence that is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.results import Vectors
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.words.layer_choice import choose_layers

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.ui.words.question import AskedWord

Order = Literal["sense", "cluster", "given"]

ORDER, CENTRED, OCCURRENCE = "order", "centred", "occurrence"
NEIGHBOURS_PARAMETERS = (ORDER, CENTRED, OCCURRENCE)
"""Parameters of the address."""

MOST_DRAWN = 200
"""Of more occurrences, so many are drawn, evenly spread over the sentences."""

SHOWN_LETTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourChoices:
    """How the occurrences are compared."""

    vectors: Vectors
    order: Order
    centred: bool
    drawn: NDArray[np.int64]
    """Numbers of the occurrences in the map."""
    occurrence: int
    """The one whose neighbours are listed."""


def choose_neighbours(engine: BertEngine, asked: AskedWord) -> NeighbourChoices:
    """Offer vectors, order and an occurrence."""
    vectors = choose_layers(engine, "words_layers")
    order_place, centred_place = st.columns([3, 2], vertical_alignment="bottom")
    with order_place:
        order = _choose_order(labelled=asked.labelled)
    with centred_place:
        centred = st.toggle(
            _("Centred"),
            value=CENTRED in address,
            key="neighbours_centred",
            persist_state="session",
            help=_(
                "Subtracts the mean of all vectors first. Vectors of BERT share a large part, so that all "
                "cosines are high; what is left shows the differences."
            ),
        )
    address.put(CENTRED, "1" if centred else "", usual="")
    drawn = _drawn(len(asked.layers))
    return NeighbourChoices(
        vectors=vectors,
        order=order,
        centred=centred,
        drawn=drawn,
        occurrence=_choose_occurrence(asked, drawn),
    )


def occurrence_key(asked: AskedWord) -> str:
    """Return the key of the menu of occurrences: another one for other sentences, whose tenth is another."""
    return f"neighbours_occurrence_{hash(asked.key) % 10**8}"


def _drawn(count: int) -> NDArray[np.int64]:
    return np.unique(np.linspace(0, count - 1, min(count, MOST_DRAWN)).round().astype(np.int64))


def _choose_order(*, labelled: bool) -> Order:
    """Offer the senses only where some are given."""
    names: dict[Order, str] = {
        "sense": _("By sense"),
        "cluster": _("By cluster"),
        "given": _("As given"),
    }
    if not labelled:
        del names["sense"]
    return choose_from_menu(_("Order"), names, parameter=ORDER, key=f"neighbours_order_{labelled}")


def _choose_occurrence(asked: AskedWord, drawn: NDArray[np.int64]) -> int:
    numbers = drawn.tolist()
    named = address.number(OCCURRENCE)
    occurrence: int = st.selectbox(
        _("Occurrence"),
        numbers,
        index=numbers.index(named) if named in numbers else 0,
        format_func=lambda number: _quoted(asked, number),
        key=occurrence_key(asked),
        persist_state="session",
    )
    address.put(OCCURRENCE, str(occurrence), usual="0")
    return occurrence


def _quoted(asked: AskedWord, occurrence: int) -> str:
    """Quote whole words of the sentence around the word; a menu shows text as it is."""
    text = asked.layers.sentence(occurrence)
    middle = int(asked.layers.spans[occurrence].sum()) // 2
    start = max(0, min(middle - SHOWN_LETTERS // 2, len(text) - SHOWN_LETTERS))
    quoted = text[start : start + SHOWN_LETTERS]
    if start:
        quoted = f"… {quoted.partition(' ')[2] or quoted}"
    if start + SHOWN_LETTERS < len(text):
        quoted = f"{quoted.rpartition(' ')[0] or quoted} …"
    return f"{occurrence + 1}: {quoted}"
