"""What the map shows: which vectors, projected how, coloured by what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import streamlit as st

from bertviz_core.results import ProjectionMethod, Vectors
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.umap_readiness import umap_offered
from bertviz_core.ui.words.clusters import Clustering, choose_clustering
from bertviz_core.ui.words.layer_choice import choose_layers

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.ui.words.question import AskedWord

Colour = Literal["sense", "cluster", "sentence"]
Picture = Literal["png", "svg"]
PICTURES: tuple[Picture, ...] = ("png", "svg")

PROJECTION, COLOUR, DIMENSIONS, THROUGH = "projection", "colour", "dims", "through"
"""Parameters of the address."""

MAP_PARAMETERS = (PROJECTION, COLOUR, DIMENSIONS, THROUGH)
MOST_MOVED = 800
"""Occurrences that UMAP and t-SNE move through the layers."""

Method = ProjectionMethod | Literal["umap_senses"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapChoices:
    """How the map is drawn."""

    vectors: Vectors
    method: ProjectionMethod
    told: bool
    """UMAP is told the senses."""
    colour: Colour
    clustering: Clustering
    dimensions: int
    through: bool
    """All layers, one after the other."""
    picture: Picture
    """What the button beside the map saves."""


def choose_map(engine: BertEngine, asked: AskedWord) -> MapChoices:
    """Offer vectors, projection and colour; what is needed less often folds away."""
    through = st.toggle(
        _("Layer by layer"),
        value=THROUGH in address,
        key="map_through",
        persist_state="session",
        help=_("Watch the points move from the input through all layers."),
    )
    address.put(THROUGH, "1" if through else "", usual="")
    vectors: Vectors = 0 if through else choose_layers(engine, "words_layers")
    method_place, colour_place = st.columns(2)
    with method_place:
        method = _choose_method(
            slow=through and len(asked.layers) > MOST_MOVED, senses=asked.labelled and not through
        )
    with colour_place:
        colour = _choose_colour(labelled=asked.labelled)
    with st.popover(_("Options"), icon=":material/tune:", width="stretch"):
        clustering = choose_clustering(asked)
        dimensions = _choose_dimensions()
        picture: Picture = st.segmented_control(
            _("Save the picture as"),
            PICTURES,
            default=PICTURES[0],
            format_func=str.upper,
            required=True,
            key="map_picture",
            persist_state="session",
        )
    return MapChoices(
        vectors=vectors,
        method="umap" if method == "umap_senses" else method,
        told=method == "umap_senses",
        colour=colour,
        clustering=clustering,
        dimensions=dimensions,
        through=through,
        picture=picture,
    )


def _choose_method(*, slow: bool, senses: bool) -> Method:
    """Offer all of them; UMAP and t-SNE of every layer would take minutes where there are many points."""
    names: dict[Method, str] = {
        "umap": "UMAP",
        "umap_senses": _("UMAP, told the senses"),
        "pca": "PCA",
        "tsne": "t-SNE",
    }
    if not senses:
        del names["umap_senses"]
    if slow:
        names = {"pca": names["pca"]}
    elif not umap_offered():
        names = {"pca": names.pop("pca"), **names}
    return choose_from_menu(
        _("Projection"),
        names,
        parameter=PROJECTION,
        key=f"map_projection_{'_'.join(names)}",
        help=_(
            "Of more than {count} occurrences only PCA moves through the layers.", count=number(MOST_MOVED)
        )
        if slow
        else None,
    )


def _choose_colour(*, labelled: bool) -> Colour:
    """Offer the senses only where some are given."""
    names: dict[Colour, str] = {"sense": _("Sense"), "cluster": _("Cluster"), "sentence": _("Sentence")}
    if not labelled:
        del names["sense"]
    return choose_from_menu(_("Colour"), names, parameter=COLOUR, key=f"map_colour_{labelled}")


def _choose_dimensions() -> int:
    dimensions: int = st.segmented_control(
        _("Dimensions"),
        [2, 3],
        default=3 if address.get(DIMENSIONS) == "3" else 2,
        format_func=lambda count: f"{count}-D",
        required=True,
        key="map_dimensions",
        persist_state="session",
    )
    address.put(DIMENSIONS, str(dimensions), usual="2")
    return dimensions
