"""The points of both maps, worked out once for all who look at the same run; UMAP with a bar and a Stop."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.projection import project, turned
from bertviz_core.errors import DrawingError
from bertviz_core.results import ProjectionMethod, StateChange
from bertviz_core.server.process_wide import process_wide
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.umap_readiness import drawn_now, tell_drawn_otherwise
from bertviz_core.ui.watched_work import Report, WatchedWork
from bertviz_core.ui.work_bar import tell_stopped, work_bar

KEPT_BYTES = 8_000_000
Points = tuple[NDArray[np.float32], NDArray[np.float32]]
_STOPPED = "change_map_stopped"


def change_points(change: StateChange, key: Hashable, *, layer: int, method: ProjectionMethod) -> Points:
    """Return a point for each place before and after, by PCA as long as UMAP has no answer.

    Args:
        change: The vectors.
        key: Names them.
        layer: 0 is the input embedding.
        method: How vectors become points.
    """
    if method == "pca":
        return _by_components(change, key, layer)
    named = (key, layer, method)
    if not _work().kept(named):
        if st.session_state.get(_STOPPED) == named:
            tell_stopped(
                _("Stopped. The map is drawn by PCA."), key="change_begin_again", on_again=_begin_again
            )
            return _by_components(change, key, layer)
        if drawn_now(method) != method:
            return _by_components(change, key, layer)
    try:
        return _watched(change, named, layer, method)
    except DrawingError as error:
        tell_drawn_otherwise(_(error.template) + " " + _("Meanwhile the map is drawn by PCA."))
        return _by_components(change, key, layer)


@st.cache_resource(max_entries=60, show_spinner=False)
def _by_components(_change: StateChange, key: Hashable, layer: int) -> Points:
    before, after = (project(side[layer], "pca").points for side in _change.vectors)
    return _towards(before, after)


def _watched(change: StateChange, named: Hashable, layer: int, method: ProjectionMethod) -> Points:
    """Return the points, meanwhile showing how far both maps are, with a button that ends the work."""

    def work(report: Report) -> NDArray[np.float32]:
        sides = []
        for place, side in enumerate(change.vectors):

            def progress(done: int, total: int, place: int = place) -> None:
                report(place * total + done, 2 * total)

            sides.append(project(side[layer], method, progress=progress).points)
        return np.stack(sides)

    def stop() -> None:
        st.session_state[_STOPPED] = named

    with work_bar(key="change_map_stop", on_stop=stop) as show:
        before, after = _work().answer(
            named, work, lambda done, total: show(done, total, _how_far(done, total))
        )
    return _towards(before, after)


def _how_far(done: int, total: int) -> str:
    if total <= 2:
        return _("Drawing the map…")
    return _("Drawing the map: step {done} of {total}", done=number(done), total=number(total))


def _towards(before: NDArray[np.float32], after: NDArray[np.float32]) -> Points:
    """Centre both and turn the second towards the first."""
    before, after = before - before.mean(axis=0), after - after.mean(axis=0)
    return before, turned(after, before)


def _begin_again() -> None:
    st.session_state.pop(_STOPPED, None)


@process_wide
def _work() -> WatchedWork[NDArray[np.float32]]:
    return WatchedWork(workers=2, max_bytes=KEPT_BYTES)
