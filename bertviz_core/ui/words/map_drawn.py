"""The picture of the map as it can be drawn at this moment: by PCA where UMAP has no answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from bertviz_core.charts.words.map import word_map
from bertviz_core.charts.words.map_layers import LayerWords, word_map_layers
from bertviz_core.errors import DrawingError
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _
from bertviz_core.ui.umap_readiness import drawn_now, tell_drawn_otherwise
from bertviz_core.ui.words.map_answers import begin_again, is_kept, layer_points, map_points, was_stopped
from bertviz_core.ui.work_bar import tell_stopped

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bertviz_core.charts.point_groups import PointGroups
    from bertviz_core.results import ProjectionMethod
    from bertviz_core.ui.words.map_choices import MapChoices
    from bertviz_core.ui.words.question import AskedWord

Drawn = tuple[go.Figure, "NDArray[np.float32]", "ProjectionMethod"]
"""A picture, its points, and how they were found."""


def as_drawn(asked: AskedWord, chosen: MapChoices) -> MapChoices:
    """Return the choices by which the map is drawn now, with a line where they are others."""
    if chosen.method != "umap" or is_kept(asked, chosen):
        return chosen
    if was_stopped(asked, chosen):
        tell_stopped(_("Stopped. The map is drawn by PCA."), key="map_begin_again", on_again=begin_again)
        return _by_components(chosen)
    return chosen if drawn_now(chosen.method) == "umap" else _by_components(chosen)


def drawn_map(asked: AskedWord, chosen: MapChoices, groups: PointGroups) -> tuple[Drawn, MapChoices]:
    """Draw the map; where the process that draws UMAP breaks off, say so and draw it by PCA."""
    try:
        return _drawn(asked, chosen, groups), chosen
    except DrawingError as error:
        tell_drawn_otherwise(_(error.template) + " " + _("Meanwhile the map is drawn by PCA."))
        instead = _by_components(chosen)
        return _drawn(asked, instead, groups), instead


def _drawn(asked: AskedWord, chosen: MapChoices, groups: PointGroups) -> Drawn:
    style = chart_style()
    if not chosen.through:
        projection = map_points(asked, chosen)
        figure = word_map(asked.layers, projection, groups, style, axis=_("Component"))
        return figure, projection.points, projection.method
    layers = layer_points(asked, chosen)
    words = LayerWords(layer=_("Layer"), input=_("Input"), play=_("Play"), stop=_("Stop"))
    return word_map_layers(asked.layers, layers, groups, style, words=words), layers.points, layers.method


def _by_components(chosen: MapChoices) -> MapChoices:
    return replace(chosen, method="pca", told=False)
