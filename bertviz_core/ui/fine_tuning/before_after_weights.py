"""Which weights learned, and how far that moved the vectors, layer by layer."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from bertviz_core.charts.fine_tuning.before_after_weights import (
    WeightWords,
    weight_change_lines,
    weight_change_map,
)
from bertviz_core.results import WEIGHT_PARTS, OutsidePart, StateChange, WeightChange, WeightPart
from bertviz_core.training.compared_examples import compared_places
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.before_after_answers import state_change, weight_change
from bertviz_core.ui.fine_tuning.before_after_files import (
    state_change_csv,
    weight_change_csv,
    weight_change_json,
)
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun
from bertviz_core.ui.i18n import _, number

ROOM = Room(other=260, growth=1.6)
_PERCENT = 100
_STYLE = "<style>.st-key-weight_change_pictures .stColumn {min-width: min(100%, 260px)}</style>"


def draw(finished: FinishedRun) -> None:
    """Draw the change of every part of every layer, and what came of it."""
    with st.spinner(_("Comparing the weights…")):
        change = weight_change(finished)
    states = state_change(finished) if compared_places(finished.data) else None
    st.subheader(_title(change), anchor=False)
    words = WeightWords(
        parts=_part_names(),
        whole=_("Whole layer, %"),
        states=_("Vectors, 1 − cosine"),
        change=_("Change of the weights, %"),
        layer=_("Layer"),
        embeddings=_("Input"),
        shared=_("All layers"),
    )
    st.html(_STYLE)
    with st.container(key="weight_change_pictures"):
        map_place, lines_place = st.columns([5, 3], gap="small")
    with map_place:
        draw_growing(
            weight_change_map(change, chart_style(), words),
            "weight_change",
            room=ROOM,
            picture="weight_change",
            alt=_("Map of the change of each part of each layer"),
        )
    with lines_place:
        draw_growing(
            weight_change_lines(change, None if states is None else states.cosine, chart_style(), words),
            "weight_change_lines",
            room=ROOM,
            picture="weight_change_lines",
            alt=_("Lines: change of whole layers, and of the vectors after each of them")
            if states
            else _("Line: change of whole layers"),
        )
    _explain(with_vectors=states is not None)
    _table(change, states)
    if save_menu():
        save_as(_("Weights as CSV"), "weight_change.csv", weight_change_csv(change))
        if states:
            save_as(_("Vectors as CSV"), "states_before_after.csv", state_change_csv(states))
        save_as(_("Everything as JSON"), "weight_change.json", weight_change_json(change, states))


def _title(change: WeightChange) -> str:
    """Say which layer moved most, and what stayed as it was."""
    if not change.whole.any():
        return _("No weight of the layers has moved")
    most = int(np.nanargmax(change.whole))
    percent = number(_PERCENT * float(change.whole[most]), places=2)
    if change.shared:
        return _("The weights that all layers share moved by {percent}%", percent=percent)
    if not change.still_rows:
        return _(
            "All layers learned; layer {layer} moved most, by {percent}%", layer=most + 1, percent=percent
        )
    return _(
        "{still} of {layers} layers are as before; layer {layer} moved most, by {percent}%",
        still=len(change.still_rows),
        layers=change.layers,
        layer=most + 1,
        percent=percent,
    )


def _explain(*, with_vectors: bool) -> None:
    if not with_vectors:
        st.markdown(
            _(
                "**How to read this.** Each cell is a part of a layer: how far its weights moved, in percent "
                "of their length. An exact 0 did not learn. Beside it each layer as a whole. There are no "
                "held-out examples whose vectors could be followed."
            )
        )
        st.caption(
            _(
                "Change: the Frobenius norm of the difference over that of the weights before, biases "
                "included. Both models are compared as they are saved."
            )
        )
        return
    st.markdown(
        _(
            "**How to read this.** Each cell is a part of a layer: how far its weights moved, in percent of "
            "their length. An exact 0 did not learn. Beside it each layer as a whole, and how far the "
            "vectors of held-out examples turned on their way through the layers."
        )
    )
    st.caption(
        _(
            "Change: the Frobenius norm of the difference over that of the weights before, biases included. "
            "Both models are compared as they are saved, in half precision. Vectors: the first token of a "
            "text, or of each tagged word; 1 − cosine, mean. Merchant et al. (2020), *What Happens To BERT "
            "Embeddings During Fine-tuning?*, find that fine-tuning mostly affects the top layers."
        )
    )


def _table(change: WeightChange, states: StateChange | None) -> None:
    with st.expander(_("All numbers"), icon=":material/table:"):
        names = _part_names()
        rows = [_("All layers")] if change.shared else list(map(str, range(1, len(change.whole) + 1)))
        columns: dict[str, list[str]] = {_("Layer"): rows}
        for part, values in zip(WEIGHT_PARTS, change.parts.T, strict=True):
            columns[names[part]] = [_written(value) for value in values.tolist()]
        columns[_("Whole layer, %")] = [_written(value) for value in change.whole.tolist()]
        st.dataframe(pd.DataFrame(columns), hide_index=True)
        outside = {_outside_names()[part]: [_written(value)] for part, value in change.outside.items()}
        st.dataframe(pd.DataFrame(outside), hide_index=True)
        if states is None:
            return
        st.caption(
            _(
                "Vectors, 1 − cosine, from the input to the last layer: {values}",
                values=", ".join(number(1 - value, places=4) for value in states.cosine.tolist()),
            )
        )


def _written(change: float) -> str:
    if np.isnan(change):
        return "–"
    return "0" if change == 0 else number(_PERCENT * change, places=3)


def _part_names() -> dict[WeightPart, str]:
    return {
        "query": _("Query"),
        "key": _("Key"),
        "value": _("Value"),
        "attention_output": _("Attention output"),
        "attention_norm": _("Norm 1"),
        "feed_forward_in": _("Feed-forward in"),
        "feed_forward_out": _("Feed-forward out"),
        "feed_forward_norm": _("Norm 2"),
    }


def _outside_names() -> dict[OutsidePart, str]:
    return {
        "words": _("Word embeddings, %"),
        "positions": _("Positions, %"),
        "segments": _("Segments, %"),
        "embedding_norm": _("LayerNorm of the embeddings, %"),
        "projection": _("Projection of the embeddings, %"),
        "pooler": _("Pooling layer, %"),
    }
