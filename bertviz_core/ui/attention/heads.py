"""Which head is worth a look, and why: a table of statistics, a map by similarity, a search by words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import HeadStatistics
from bertviz_core.ui.address import address
from bertviz_core.ui.attention.answers import head_statistics
from bertviz_core.ui.attention.heads_map import similarity_part
from bertviz_core.ui.attention.heads_opening import chosen_head
from bertviz_core.ui.attention.heads_search import search_part
from bertviz_core.ui.attention.heads_table import table_part
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.rows import option_row

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PART_PARAMETER = "find"


Chosen = tuple[tuple[int, int] | None, str]


@dataclass(frozen=True, slots=True)
class Part:
    """One way to find a head."""

    name: Callable[[], str]
    draw: Callable[[BertEngine, HeadStatistics], Chosen]
    """Draws it; returns the head that a click chose and what to say when none did."""


PARTS = {
    "table": Part(lambda: _("Table"), lambda _engine, statistics: table_part(statistics)),
    "map": Part(lambda: _("Map by similarity"), similarity_part),
    "search": Part(lambda: _("Search by words"), search_part),
}


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show the ways to find a head, one at a time."""
    statistics = head_statistics(engine, text, pair=pair)
    named = address.get(PART_PARAMETER, "")
    first = next(iter(PARTS))
    part_place, head_place = option_row([6, 5])
    with part_place:
        chosen = st.segmented_control(
            _("Find a head"),
            list(PARTS),
            default=named if named in PARTS else first,
            format_func=lambda part: PARTS[part].name(),
            required=True,
            key="heads_part",
            label_visibility="collapsed",
            persist_state="session",
        )
    address.put(PART_PARAMETER, chosen or first, usual=first)
    head, hint = PARTS[chosen or first].draw(engine, statistics)
    with head_place:
        chosen_head(statistics, head, hint=hint)
    encoding_notices(statistics.encoding)
