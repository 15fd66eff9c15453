"""Every head with its statistics, sortable, and beside it the heads that stand out."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import readable_ink
from bertviz_core.results import HeadStatistics
from bertviz_core.ui.attention.head_reading import notable_heads, statistic_help, statistic_name
from bertviz_core.ui.attention.heads_files import head_statistics_csv, head_statistics_json
from bertviz_core.ui.attention.heads_opening import open_head
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

TABLE_HEIGHT, ROW_HEIGHT = 450, 27
LAYER, HEAD = "layer", "head"


def table_part(statistics: HeadStatistics) -> tuple[tuple[int, int] | None, str]:
    """Show the table, what stands out, how to read it, and the numbers as files.

    Returns:
        The 0-based layer and head of the row that was clicked, and how to choose one.
    """
    table_place, notable_place = st.columns([7, 3])
    with table_place:
        chosen = _table(statistics)
    with notable_place:
        _notable(statistics)
    st.markdown(
        _(
            "**How to read this.** A row is a head, a number the mean over all tokens, special ones "
            "included; the stronger the colour, the higher the number within its column. Click a heading "
            "to sort, rest on it for its meaning."
        )
    )
    if save_menu():
        save_as(_("Statistics as CSV"), "head_statistics.csv", lambda: head_statistics_csv(statistics))
        save_as(_("Statistics as JSON"), "head_statistics.json", lambda: head_statistics_json(statistics))
    return chosen, _("Click a row of the table to read what its head does.")


def _table(statistics: HeadStatistics) -> tuple[int, int] | None:
    """Draw the table; return the 0-based layer and head of the row that was clicked."""
    layers, heads = statistics.entropy.shape
    # What two sentences are compared for comes first.
    arrays = dict(sorted(statistics.arrays.items(), key=lambda item: item[0] != "across"))
    layer, head = np.divmod(np.arange(layers * heads), heads)
    frame = pd.DataFrame(
        {LAYER: layer + 1, HEAD: head + 1} | {name: values.ravel() for name, values in arrays.items()}
    )
    styles = frame.astype(object)
    styles[:] = ""
    for name, values in arrays.items():
        styles[name] = _shades(values.ravel())
    # Its name is the same in every run: what has not changed is not sent again.
    styled = frame.style.set_uuid("heads_table").format(
        lambda value: number(value, places=2), subset=list(arrays)
    )
    styled = styled.apply(lambda _: styles, axis=None)  # all columns at once: pandas needs long for each
    event = st.dataframe(
        styled,
        hide_index=True,
        height=TABLE_HEIGHT,
        row_height=ROW_HEIGHT,
        column_config={
            LAYER: st.column_config.NumberColumn(_("Layer"), pinned=True),
            HEAD: st.column_config.NumberColumn(_("Head"), pinned=True),
        }
        | {
            name: st.column_config.NumberColumn(
                statistic_name(name, statistics.encoding), help=statistic_help(name)
            )
            for name in arrays
        },
        key="heads_table",
        on_select="rerun",
        selection_mode="single-cell",
        alt=_("Table of the statistics of every head"),
    )
    cells = event["selection"]["cells"]
    if not cells or not 0 <= cells[0][0] < layers * heads:
        return None
    return int(cells[0][0]) // heads, int(cells[0][0]) % heads


def _shades(values: NDArray[np.float32]) -> list[str]:
    """Return the style of each cell of a column: the higher within the column, the stronger its colour."""
    colours = chart_style().sequential
    lowest, highest = float(values.min()), float(values.max())
    scaled = (values - lowest) / ((highest - lowest) or 1)
    steps = np.minimum(scaled * len(colours), len(colours) - 1).astype(int)
    shades = [f"background-color: {colour}; color: {readable_ink(colour)}" for colour in colours]
    return [shades[step] for step in steps.tolist()]


def _notable(statistics: HeadStatistics) -> None:
    """List the head that stands out in each statistic; a click opens it."""
    st.markdown(f"**{_('Worth a look')}**")
    with st.container(gap="xxsmall"):
        for place, notable in enumerate(notable_heads(statistics)):
            at = _("layer {layer}, head {head}", layer=notable.layer + 1, head=notable.head + 1)
            value = number(notable.value, places=2)
            st.button(
                f"**{literal(notable.title)}:** {at} · {literal(value)}",
                help=_("Open this head"),
                key=f"heads_notable_{place}",
                type="tertiary",
                on_click=open_head,
                args=(notable.layer, notable.head),
            )
