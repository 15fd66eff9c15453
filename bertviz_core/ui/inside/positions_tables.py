"""Positions by the formula beside those the model has learned: their vectors, and how alike they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.inside.positions import sinusoidal_positions
from bertviz_core.charts.inside.positions import position_map
from bertviz_core.results import PositionEmbeddings
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.positions_choices import choose_sizes
from bertviz_core.ui.inside.positions_files import positions_csv, positions_json
from bertviz_core.ui.number_table import number_table

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

APART = (1, 2, 5, 10, 20, 50, 100, 200)
"""Distances of the table."""

ROOM = Room(other=330, growth=1.5)

# A map needs some width; where there is less, they stand below each other.
_STYLE = "<style>.st-key-positions_maps .stColumn {min-width: min(100%, 300px)}</style>"


def draw_tables(engine: BertEngine, places: Sequence[DeltaGenerator]) -> None:
    """Draw the vectors by the formula and as learned, side by side."""
    formula, learned = _both(engine, places)
    waves, own = formula.positions, learned.positions
    st.subheader(
        _(
            "**A formula or {count} learned vectors:** BERT learns a vector of {size} numbers for each "
            "position it can read.",
            count=number(engine.info.max_tokens),
            size=number(own.shape[1]),
        ),
        anchor=False,
    )
    size = waves.shape[1]
    order = [
        *range(0, size, 2),
        *range(1, size, 2),
    ]  # side by side, sines and cosines would blur into stripes
    _draw_maps(
        (waves[:, order], own),
        across=_("Dimension"),
        pictures=("sinusoids", "learned_positions"),
        columns=order,
    )
    st.markdown(
        _(
            "**How to read this.** A row is a position, a column a dimension; blue is above zero, orange "
            "below. By the formula dimension 2i is a sine, sin(p / 10000^(2i/d)), and 2i + 1 its cosine; "
            "the sines stand on the left, the cosines on the right, each from fast waves to slow ones "
            "(Vaswani et al., 2017, section 3.5). The model beside it began with random numbers and learned "
            "its rows like any other weight (Devlin et al., 2019)."
        )
    )
    _offer_numbers(formula, learned)


def draw_likeness(engine: BertEngine, places: Sequence[DeltaGenerator]) -> None:
    """Draw the cosines between positions by the formula and as learned, side by side."""
    formula, learned = _both(engine, places)
    st.subheader(
        _(
            "**Neighbouring positions** have cosine **{formula}** by the formula and **{learned}** in this "
            "model.",
            formula=number(_apart(formula.likeness, 1), places=2),
            learned=number(_apart(learned.likeness, 1), places=2),
        ),
        anchor=False,
    )
    _draw_maps(
        (formula.likeness, learned.likeness),
        across=_("Position"),
        pictures=("likeness_of_sinusoids", "likeness_of_learned_positions"),
        full=1.0,
    )
    st.markdown(
        _(
            "**How to read this.** A cell is the cosine between the vectors of two positions, blue where "
            "they point the same way. By the formula it depends on the distance alone, so that stripes run "
            "along the diagonal (Vaswani et al., 2017, section 3.5). Where the model has a blue band there "
            "too, it has learned by itself that neighbours are close."
        )
    )
    _offer_numbers(formula, learned)


def _both(
    engine: BertEngine, places: Sequence[DeltaGenerator]
) -> tuple[PositionEmbeddings, PositionEmbeddings]:
    """Return the chosen number of positions by the formula, and of the learned ones as many as there are."""
    learned = engine.position_embeddings()
    length, width = choose_sizes(places, learned=learned.positions.shape[1])
    own = PositionEmbeddings(
        positions=learned.positions[:length], likeness=learned.likeness[:length, :length]
    )
    return sinusoidal_positions(length, width), own


def _draw_maps(
    maps: tuple[NDArray[np.float32], NDArray[np.float32]],
    *,
    across: str,
    pictures: tuple[str, str],
    columns: Sequence[int] | None = None,
    full: float | None = None,
) -> None:
    titles = (_("Formula (sinusoids)"), _("Learned by this model"))
    st.html(_STYLE)
    with st.container(key="positions_maps"):
        places = st.columns(2, gap="small")
    orders = (columns, None)
    for place, values, title, picture, order in zip(places, maps, titles, pictures, orders, strict=True):
        with place:
            draw_growing(
                position_map(
                    values,
                    chart_style(),
                    title=title,
                    across=across,
                    down=_("Position"),
                    columns=order,
                    full=full,
                ),
                f"positions_{picture}",
                room=ROOM,
                picture=picture,
                alt=_("{title}: a row for each position", title=title),
            )


def _apart(likeness: NDArray[np.float32], distance: int) -> float:
    """Return the mean cosine of positions at a distance."""
    return float(np.diagonal(likeness, distance).mean())


def _offer_numbers(formula: PositionEmbeddings, learned: PositionEmbeddings) -> None:
    with st.expander(_("The numbers")):
        distances = [distance for distance in APART if distance < len(learned.positions)]
        both = {
            _("Formula (sinusoids)"): [_apart(formula.likeness, distance) for distance in distances],
            _("Learned by this model"): [_apart(learned.likeness, distance) for distance in distances],
        }
        st.caption(_("Mean cosine of positions so far apart"))
        apart: dict[str, object] = {_("Apart"): distances}
        st.dataframe(number_table(apart | both, dict.fromkeys(both, 3)), hide_index=True)
    if save_menu():
        save_as(_("Formula as CSV"), "sinusoids.csv", lambda: positions_csv(formula))
        save_as(_("Learned positions as CSV"), "learned_positions.csv", lambda: positions_csv(learned))
        save_as(_("Both as JSON"), "positions.json", lambda: positions_json(formula, learned))
