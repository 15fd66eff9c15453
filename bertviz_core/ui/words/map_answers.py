"""Points of maps, each worked out once for all visitors who ask for it, with a bar where that takes long."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from bertviz_core.analysis.passes.pass_cache import Sized
from bertviz_core.analysis.vectors.projection import project, project_layers
from bertviz_core.analysis.words.map_static import static_forms
from bertviz_core.results import LayerProjections, Projection, StaticForms, WordLayers
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.watched_work import Report, WatchedWork

if TYPE_CHECKING:
    from bertviz_core.ui.words.map_choices import MapChoices
    from bertviz_core.ui.words.question import AskedWord

MANY = 500
"""More occurrences wait for each other, so that fewer are not kept waiting by them."""

KEPT_BYTES = 8_000_000
Answer = TypeVar("Answer", bound=Sized)


def map_points(asked: AskedWord, chosen: MapChoices) -> Projection:
    """Return a point for each occurrence."""
    return _watched(
        (asked.key, chosen.vectors, chosen.method, chosen.dimensions),
        lambda report: project(
            asked.layers.vectors(chosen.vectors), chosen.method, dimensions=chosen.dimensions
        ),
        many=len(asked.layers) > MANY,
    )


def layer_points(asked: AskedWord, chosen: MapChoices) -> LayerProjections:
    """Return a point for each occurrence after each layer."""
    return _watched(
        (asked.key, "layers", chosen.method, chosen.dimensions),
        lambda report: project_layers(
            asked.layers.states, chosen.method, dimensions=chosen.dimensions, progress=report
        ),
        many=len(asked.layers) > MANY,
    )


@st.cache_resource(max_entries=100, show_spinner=False)
def static_points(_layers: WordLayers, key: Hashable) -> StaticForms:
    """Return a point for each form of the word; the key names the question."""
    return static_forms(_layers)


def _watched(key: Hashable, work: Callable[[Report], Answer], *, many: bool) -> Answer:
    place = st.empty()

    def show(done: int, total: int) -> None:
        layers = _("Layer {layer} of {layers}", layer=number(done), layers=number(total - 1))
        text = layers if total > 1 else _("Drawing the map…")
        place.progress(done / total, text=text)

    answer: Answer = _work(many).answer(key, work, show)
    place.empty()
    return answer


@st.cache_resource(max_entries=2, show_spinner=False)
def _work(many: bool) -> WatchedWork:
    return WatchedWork(workers=1 if many else 2, max_bytes=KEPT_BYTES)
