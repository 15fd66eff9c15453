"""Points of maps, each worked out once for all visitors who ask for it, with a bar where that takes long."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.passes.pass_cache import Sized
from bertviz_core.analysis.vectors.projection import place, project, project_layers
from bertviz_core.analysis.words.map_static import static_forms
from bertviz_core.results import LayerProjections, Projection, StaticForms, WordLayers
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.watched_work import Report, WatchedWork
from bertviz_core.ui.work_bar import work_bar

if TYPE_CHECKING:
    from bertviz_core.ui.words.map_choices import MapChoices
    from bertviz_core.ui.words.question import AskedWord

MANY = 500
"""More occurrences wait for each other, so that fewer are not kept waiting by them."""

KEPT_BYTES = 8_000_000
Answer = TypeVar("Answer", bound=Sized)
_STOPPED = "map_stopped"


def map_points(asked: AskedWord, chosen: MapChoices) -> Projection:
    """Return a point for each occurrence.

    Raises:
        DrawingError: The process that draws UMAP maps ended.
    """
    return _watched(
        asked,
        chosen,
        lambda report: project(
            asked.layers.vectors(chosen.vectors),
            chosen.method,
            dimensions=chosen.dimensions,
            senses=_senses(asked, chosen),
            progress=report,
        ),
    )


def layer_points(asked: AskedWord, chosen: MapChoices) -> LayerProjections:
    """Return a point for each occurrence after each layer; errors as for `map_points`."""
    return _watched(
        asked,
        chosen,
        lambda report: project_layers(
            asked.layers.states, chosen.method, dimensions=chosen.dimensions, progress=report
        ),
    )


def placed_points(asked: AskedWord, chosen: MapChoices, new: WordLayers) -> NDArray[np.float32]:
    """Return a point for each occurrence in another sentence, in the map that stands.

    Raises:
        DrawingError: The process that draws UMAP maps ended.
    """

    def work(report: Report) -> NDArray[np.float32]:
        return place(
            new.vectors(chosen.vectors),
            asked.layers.vectors(chosen.vectors),
            chosen.method,
            dimensions=chosen.dimensions,
            senses=_senses(asked, chosen),
            progress=report,
        )

    key, text = (_map_key(asked, chosen), new.sentences), _("Placing the sentence in the map…")
    with work_bar(key="map_placed") as show:
        points: NDArray[np.float32] = _work_for(asked, chosen).answer(
            key, work, lambda done, total: show(done, total, text)
        )
    return points


def is_kept(asked: AskedWord, chosen: MapChoices) -> bool:
    """Tell whether these points are worked out already."""
    return _work_for(asked, chosen).kept(_map_key(asked, chosen))


def was_stopped(asked: AskedWord, chosen: MapChoices) -> bool:
    """Tell whether this visitor wants to wait for these points no longer."""
    return bool(st.session_state.get(_STOPPED) == _map_key(asked, chosen))


def begin_again() -> None:
    """Let the visitor wait for the points after all."""
    st.session_state.pop(_STOPPED, None)


@st.cache_resource(max_entries=100, show_spinner=False)
def static_points(_layers: WordLayers, key: Hashable) -> StaticForms:
    """Return a point for each form of the word; the key names the question."""
    return static_forms(_layers)


def _senses(asked: AskedWord, chosen: MapChoices) -> NDArray[np.int32] | None:
    """Number the senses for a map that is told them."""
    if not chosen.told:
        return None
    numbers = {sense: number for number, sense in enumerate(dict.fromkeys(filter(None, asked.senses)))}
    return np.array([numbers.get(sense, -1) for sense in asked.occurrence_senses], np.int32)


def _map_key(asked: AskedWord, chosen: MapChoices) -> Hashable:
    vectors = "layers" if chosen.through else chosen.vectors
    return asked.key, vectors, chosen.method, chosen.dimensions, chosen.told


def _watched(asked: AskedWord, chosen: MapChoices, work: Callable[[Report], Answer]) -> Answer:
    """Return the points, meanwhile showing how far they are; UMAP with a button that ends the work."""
    key = _map_key(asked, chosen)

    def stop() -> None:
        st.session_state[_STOPPED] = key

    with work_bar(key="map_stop", on_stop=stop if chosen.method == "umap" else None) as show:
        answer: Answer = _work_for(asked, chosen).answer(
            key, work, lambda done, total: show(done, total, _how_far(chosen, done, total))
        )
        return answer


def _how_far(chosen: MapChoices, done: int, total: int) -> str:
    if total <= 1:
        return _("Drawing the map…")
    if chosen.method == "umap":
        return _("Drawing the map: step {done} of {total}", done=number(done), total=number(total))
    return _("Layer {layer} of {layers}", layer=number(done), layers=number(total - 1))


def _work_for(asked: AskedWord, chosen: MapChoices) -> WatchedWork:
    """Return what works these points out; none waits for UMAP that is drawn without it."""
    return _work(len(asked.layers) > MANY, chosen.method == "umap")


@process_wide
def _work(many: bool, umap: bool) -> WatchedWork:
    return WatchedWork(workers=1 if many else 2, max_bytes=KEPT_BYTES)
