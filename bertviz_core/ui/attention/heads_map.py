"""All heads on a plane by what they attend to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from bertviz_core.charts.attention.heads_map import HeadMapWords, head_map
from bertviz_core.results import HeadSimilarity, HeadStatistics
from bertviz_core.ui.address import address
from bertviz_core.ui.attention.answers import head_similarity
from bertviz_core.ui.attention.head_reading import head_readings, notable_heads, statistic_name
from bertviz_core.ui.attention.heads_files import head_similarity_csv, head_similarity_json
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.head_names import head_code, head_name
from bertviz_core.ui.i18n import _, language, number

if TYPE_CHECKING:
    from bertviz_core import BertEngine

COLOUR_PARAMETER = "find_colour"
LAYER = "layer"


def similarity_part(engine: BertEngine, statistics: HeadStatistics) -> tuple[tuple[int, int] | None, str]:
    """Show the map, what its colours show, how to read it, and the numbers as files.

    Returns:
        The 0-based layer and head of the point that was clicked, and how to choose one.
    """
    encoding = statistics.encoding
    similarity = head_similarity(engine, encoding.text, pair=encoding.pair)
    map_place, words_place = st.columns([5, 2])
    with words_place:
        colour = _choose_colour(statistics)
        _how_to_read(similarity)
    event = map_place.plotly_chart(
        _figure(similarity, statistics, colour),
        key="heads_map",
        on_select="rerun",
        selection_mode="points",
        config=picture_options("head_map")
        | {"modeBarButtons": [["toImage", "zoomIn2d", "zoomOut2d", "resetScale2d"]]},
        alt=_("Map of all heads: heads that attend alike lie close together"),
    )
    _downloads(similarity)
    points = [point["point_index"] for point in event["selection"]["points"]]
    chosen = divmod(points[0], similarity.heads) if points else None
    return chosen, _("Click a point of the map to read what its head does.")


def _choose_colour(statistics: HeadStatistics) -> str:
    """Offer what the colours can show; return `layer` or the name of a statistic."""
    options = [LAYER, *statistics.arrays]
    named = address.get(COLOUR_PARAMETER, LAYER)
    chosen = st.selectbox(
        _("Colour shows"),
        options,
        index=options.index(named) if named in options else 0,
        format_func=lambda name: _value_name(name, statistics),
        key=f"heads_colour_{language()}",  # the browser names a choice by its label
        persist_state="session",
    )
    address.put(COLOUR_PARAMETER, chosen, usual=LAYER)
    return chosen


def _figure(similarity: HeadSimilarity, statistics: HeadStatistics, colour: str) -> go.Figure:
    """Draw the map; the heads that stand out have their numbers beside them."""
    numbers = np.arange(similarity.layers * similarity.heads)
    layers = (numbers // similarity.heads + 1).astype(np.float32)
    hovers = [
        f"{head_name(*divmod(head, similarity.heads))}: {reading}"
        for head, reading in enumerate(head_readings(statistics))
    ]
    words = HeadMapWords(
        values_title=_value_name(colour, statistics),
        whole_numbers=colour == LAYER,
        hovers=tuple(hovers),
        labels={
            notable.layer * similarity.heads + notable.head: head_code((notable.layer, notable.head))
            for notable in notable_heads(statistics)
        },
    )
    values = layers if colour == LAYER else statistics.arrays[colour].ravel()
    return head_map(similarity, values, words=words, style=chart_style())


def _value_name(name: str, statistics: HeadStatistics) -> str:
    return _("Layer") if name == LAYER else statistic_name(name, statistics.encoding)


def _how_to_read(similarity: HeadSimilarity) -> None:
    st.markdown(
        _(
            "**How to read this.** A point is a head. The closer two points, the more alike their heads "
            "spread the attention of each token (Jensen-Shannon divergence, Clark et al. 2019). The axes "
            "have no meaning of their own. Numbers such as 3.5 are layer and head of those worth a look."
        )
    )
    compared, tokens = len(similarity.queries), len(similarity.encoding)
    note = _(
        "A plane cannot hold all distances: stress {stress}, where 0 is a perfect map.",
        stress=number(similarity.stress, places=2),
    )
    if compared < tokens:
        note += " " + _(
            "The text is long, so the heads are compared at {compared} of its {tokens} tokens, "
            "evenly spread.",
            compared=number(compared),
            tokens=number(tokens),
        )
    st.caption(note)


def _downloads(similarity: HeadSimilarity) -> None:
    if save_menu():
        save_as(_("Distances as CSV"), "head_distances.csv", lambda: head_similarity_csv(similarity))
        save_as(_("Map as JSON"), "head_map.json", lambda: head_similarity_json(similarity))
