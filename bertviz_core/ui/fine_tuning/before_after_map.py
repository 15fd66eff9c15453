"""Where the model places the texts or words of the data, before and after, and how far its classes part."""

from __future__ import annotations

import numpy as np
import streamlit as st

from bertviz_core.charts.fine_tuning.before_after_map import HEIGHT, StateWords, silhouette_lines, state_maps
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.results import ProjectionMethod, StateChange, Task
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.before_after_answers import state_change
from bertviz_core.ui.fine_tuning.before_after_files import (
    state_change_csv,
    state_change_json,
    state_points_csv,
)
from bertviz_core.ui.fine_tuning.before_after_points import Points, change_points
from bertviz_core.ui.fine_tuning.before_after_run import FinishedRun
from bertviz_core.ui.i18n import _, number

LAYER_PARAMETER, METHOD_PARAMETER, ROWS_PARAMETER = "depth", "projection", "rows"
PARAMETERS = (LAYER_PARAMETER, METHOD_PARAMETER, ROWS_PARAMETER)
METHODS: dict[ProjectionMethod, str] = {"pca": "PCA", "umap": "UMAP"}
EVERYTHING = "all"

OTHER, GROWTH = 380, 1.8
_STYLE = "<style>.st-key-change_maps_and_lines .stColumn {min-width: min(100%, 220px)}</style>"


def draw(finished: FinishedRun) -> None:
    """Draw both maps after one layer, beside the silhouettes of all layers."""
    if finished.run.uploaded:
        st.info(
            _(
                "An uploaded model has no held-out texts, so there is nothing to place on a map. Its "
                "weights, and its attention on a text that you write, can be compared."
            ),
            icon=":material/info:",
        )
        return
    layers = finished.before.info.layers
    title_place, layer_place, method_place, rows_place = st.columns([5, 3, 2, 2], vertical_alignment="bottom")
    with layer_place:
        layer = _choose_layer(layers, finished.run.id)
    with method_place:
        method = _choose_method()
    with rows_place:
        everything = _choose_rows()
    change = state_change(finished, everything=everything)
    title_place.subheader(_title(change, layer, finished.run.task), anchor=False)
    points = change_points(change, (finished.key, everything), layer=layer, method=method)
    st.html(_STYLE)
    with st.container(key="change_maps_and_lines"):
        maps_place, lines_place = st.columns([5, 2], gap="small")
    groups = _groups(change, finished.run.task)
    with maps_place:
        _draw_maps(change, points, groups)
    with lines_place:
        _draw_lines(change, layer)
    _explain(finished.run.task, groups)
    if save_menu():
        save_as(
            _("Points as CSV"),
            "points_before_after.csv",
            lambda: state_points_csv(change, points, layer=layer),
        )
        save_as(_("Layers as CSV"), "states_before_after.csv", state_change_csv(change))
        save_as(_("Everything as JSON"), "states_before_after.json", state_change_json(change))


def _choose_layer(layers: int, run_id: str) -> int:
    named = address.number(LAYER_PARAMETER)
    layer: int = st.slider(
        _("After layer"),
        0,
        layers,
        value=layers if named is None else min(named, layers),
        key=f"change_layer_{run_id}",
        persist_state="session",
        help=_("0 is the input embedding."),
    )
    address.put(LAYER_PARAMETER, str(layer), usual=str(layers))
    return layer


def _choose_method() -> ProjectionMethod:
    named, first = address.get(METHOD_PARAMETER), next(iter(METHODS))
    method: ProjectionMethod | None = st.segmented_control(
        _("Projection"),
        list(METHODS),
        default=next((method for method in METHODS if method == named), first),
        format_func=METHODS.__getitem__,
        required=True,
        key="change_method",
        persist_state="session",
    )
    address.put(METHOD_PARAMETER, method or first, usual=first)
    return method or first


def _choose_rows() -> bool:
    everything: bool = st.toggle(
        _("All rows"),
        value=address.get(ROWS_PARAMETER) == EVERYTHING,
        key="change_rows",
        persist_state="session",
        help=_("Show the examples that were learned from too, not only the held-out ones."),
    )
    address.put(ROWS_PARAMETER, EVERYTHING if everything else "", usual="")
    return everything


def _draw_maps(change: StateChange, points: Points, groups: PointGroups) -> None:
    let_grow("change_maps_room", least=HEIGHT, most=round(GROWTH * HEIGHT), other=OTHER)
    with st.container(key="change_maps_room"):
        st.plotly_chart(
            state_maps(change, points, groups, chart_style(), _words()),
            height="stretch",
            key="change_state_maps",
            config=picture_options("map_before_after"),
            alt=_("Two maps of the same vectors, of the pretrained model and of the fine-tuned one"),
        )


def _draw_lines(change: StateChange, layer: int) -> None:
    if np.isnan(change.silhouette).all():
        st.caption(_("All of these are of one class, so that there is no silhouette."))
        return
    st.plotly_chart(
        silhouette_lines(change, layer, chart_style(), _words()),
        key="change_silhouettes",
        config=picture_options("silhouette_before_after"),
        alt=_("Lines: silhouette of the classes after each layer, before and after fine-tuning"),
    )


def _groups(change: StateChange, task: Task) -> PointGroups:
    names = tuple(sorted({place.label for place in change.places}))
    numbers = {name: number for number, name in enumerate(names)}
    return PointGroups(
        title=_("Language") if task == "question" else _("Class"),
        names=tuple(name or "–" for name in names),
        labels=np.array([numbers[place.label] for place in change.places], dtype=np.int64),
        without="–",
    )


def _title(change: StateChange, layer: int, task: Task) -> str:
    before, after = change.silhouette[:, layer].tolist()
    if np.isnan(before) or np.isnan(after):
        return _("The same texts, before and after")
    fields = {"before": number(before, places=2), "after": number(after, places=2)}
    if task == "question":
        return _("Silhouette of the languages: {before} before, {after} after", **fields)
    return _("Silhouette of the classes: {before} before, {after} after", **fields)


def _explain(task: Task, groups: PointGroups) -> None:
    if task == "tagging":
        what = _("Each point is a word, its vector the one of its first piece.")
    elif task == "question":
        what = _(
            "Each point is a question with its text, its vector the one of the first token. Questions have "
            "no classes: colours are languages."
        )
    else:
        what = _("Each point is a text, its vector the one of its first token, [CLS].")
    st.markdown(
        _(
            "**How to read this.** {what} On the left the pretrained model has placed them, on the right the "
            "fine-tuned one; each map looks from its own side, so compare which points lie together, not "
            "where. The lines say how far the classes are apart after each layer.",
            what=what,
        )
    )
    st.caption(
        _(
            "Silhouette (Rousseeuw, 1987) by cosine in all dimensions: 1 is far apart, 0 is mixed. It does "
            "not depend on the map."
        )
    )


def _words() -> StateWords:
    return StateWords(
        before=_("Pretrained"), after=_("Fine-tuned"), layer=_("Layer"), silhouette=_("Silhouette")
    )
