"""The whole network: every part of the model, opened down to its numbers, with its parameters."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.inside.network import PartWords, parts_tiles
from bertviz_core.charts.inside.network_blocks import Block, blocks_svg
from bertviz_core.results import ParameterPart, ParameterParts
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inside.network_config import show_config
from bertviz_core.ui.inside.network_files import parts_csv, parts_json
from bertviz_core.ui.inside.network_known import show_known
from bertviz_core.ui.inside.network_numbers import show_numbers
from bertviz_core.ui.inside.network_parts import PARAMETER, choose_part, part_name
from bertviz_core.ui.inside.network_size import SIZE_PARAMETER, show_size
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PARAMETERS = (PARAMETER, SIZE_PARAMETER)
MOST_COLUMNS = 2
"""Of blocks, beside which the open part still has room."""

MOST_TIED = 3

_STYLE = "<style>.st-key-network_pictures .stColumn {min-width: min(100%, 180px)}</style>"


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show the parts of the model, opened as far as a visitor wants."""
    link_popover({})
    parts = _parts(engine, model_key(engine))
    opened = choose_part(parts)
    st.subheader(_told(engine, parts, opened), anchor=False)
    _pictures(engine, opened)
    st.markdown(
        _(
            "**How to read this.** On the left stand the parts as a text passes them, from bottom to top, "
            "the open one framed; the areas of the tiles beside them are numbers of parameters. Open "
            "a layer, its self-attention, a head and a matrix, down to the numbers. Every layer is built "
            "alike: self-attention, then feed-forward, each with a sum and a LayerNorm (Vaswani et al., "
            "2017, section 3.1)."
        )
    )
    _counted_once(engine, parts)
    show_known(engine, parts)
    show_size(engine, parts)
    show_config(engine)
    _table(opened)
    if save_menu():
        save_as(_("Parameters as CSV"), "parameters.csv", lambda: parts_csv(parts))
        save_as(_("Parameters as JSON"), "parameters.json", lambda: parts_json(parts))


# Entries reach 1 MB for a model of 24 layers with 16 heads.
@st.cache_resource(max_entries=8, show_spinner=False)
def _parts(_engine: BertEngine, model: str) -> ParameterParts:
    return _engine.parameter_parts()


def _told(engine: BertEngine, parts: ParameterParts, opened: tuple[ParameterPart, ...]) -> str:
    """Say how many parameters the open part has."""
    whole, part = parts.whole, opened[-1]
    if part is whole:
        layers = [child for child in whole.children if child.kind == "layer"]
        own = sum(layer.parameters for layer in layers)
        fields = {
            "model": literal(engine.info.name),
            "parameters": number(whole.parameters),
            "layers": number(engine.info.layers),
            "share": percent(own / whole.parameters, 0),
        }
        if any(layer.times > 1 for layer in layers):
            return _(
                "{model}: {parameters} parameters; {layers} layers share the same weights ({share})", **fields
            )
        return _("{model}: {parameters} parameters, {share} of them in {layers} layers", **fields)
    path = " › ".join(literal(part_name(one)) for one in opened[1:])
    if part.shape:
        return _("{part}: {sum} parameters", part=path, sum=_sum(part))
    return _(
        "{part}: {parameters} parameters, {share} of the model",
        part=path,
        parameters=number(part.parameters),
        share=percent(part.parameters / whole.parameters, 2),
    )


def _sum(part: ParameterPart) -> str:
    """Write how many parameters a matrix has: those of its shape and of its bias."""
    shape = " × ".join(number(size) for size in part.shape)
    if part.bias:
        shape = f"{shape} + {number(part.bias)}"
    count = number(part.parameters)
    return count if shape == count else f"{shape} = {count}"


def _pictures(engine: BertEngine, opened: tuple[ParameterPart, ...]) -> None:
    style, part = chart_style(), opened[-1]
    columns = [
        [Block(part_name(child), child in opened) for child in parent.children]
        for parent in (opened[:-1] or opened)[-MOST_COLUMNS:]
    ]
    st.html(_STYLE)
    with st.container(key="network_pictures"):
        blocks_place, part_place = st.columns([2, 7] if len(columns) == 1 else [9, 11], gap="small")
    with blocks_place:
        _show(blocks_svg(columns, style, more="⋮"), _("The parts of the model, the open one framed."))
    with part_place:
        if part.children:
            words = PartWords(name=part_name, parameters=_("Parameters:"), share=_("Of the model:"))
            st.plotly_chart(
                parts_tiles(part, opened[0], style, words),
                key="network_tiles",
                config=picture_options("parameters"),
                alt=_("Tiles: the parameters of each part."),
            )
        else:
            show_numbers(engine, opened)


def _show(svg: str, said: str) -> None:
    """Draw a picture; Streamlit lets no SVG element into a page, so it comes as an image."""
    source = b64encode(svg.encode()).decode()
    st.html(f'<img src="data:image/svg+xml;base64,{source}" alt="{escape(said)}" style="max-width: 100%">')


def _counted_once(engine: BertEngine, parts: ParameterParts) -> None:
    """Say which weights are used twice and counted once."""
    notes = [
        _(
            "Counted once: {this} is the same as {other}.",
            this=literal(this),
            other=literal(other),
        )
        for this, other in parts.tied[:MOST_TIED]
    ]
    if any(part.times > 1 for part in parts.whole.children):
        notes.append(
            _(
                "All {layers} layers use the weights of one, which are counted once (Lan et al., 2020).",
                layers=number(engine.info.layers),
            )
        )
    if notes:
        st.caption(" ".join(notes))


def _table(opened: tuple[ParameterPart, ...]) -> None:
    whole, part = opened[0], opened[-1]
    if not part.children:
        return
    with st.expander(_("The numbers"), icon=":material/list:"):
        columns = {
            _("Part"): [part_name(child) for child in part.children],
            _("Shape"): [" × ".join(map(number, child.shape)) for child in part.children],
            _("Parameters"): [child.parameters for child in part.children],
            _("Of the model, %"): [100 * child.parameters / whole.parameters for child in part.children],
        }
        st.dataframe(number_table(columns, {_("Parameters"): 0, _("Of the model, %"): 2}), hide_index=True)
