"""Which vector of a word a view is about: one layer, several put together, or the static one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import LAYER_STRATEGIES, STATIC, Layers, Vectors
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language

if TYPE_CHECKING:
    from bertviz_core import BertEngine

LAYERS_PARAMETER = "layers"
USUAL: Layers = "concat_last_4"


def choose_layers(engine: BertEngine, key: str, *, static: bool = True) -> Vectors:
    """Let the visitor choose, and name the choice in the address.

    Args:
        engine: Whose layers.
        key: Session key of the menu; menus of several views may share one.
        static: Offer the static vector too.
    """
    choices: list[Vectors] = [*LAYER_STRATEGIES, *range(engine.info.layers + 1)]
    if static:
        choices.append(STATIC)
    named = {str(choice): choice for choice in choices}
    chosen = st.selectbox(
        _("Vectors of"),
        list(named),
        index=list(named).index(_first(named)),
        format_func=lambda choice: layers_name(named[choice]),
        key=f"{key}_{engine.info.layers}_{language()}",  # the browser names a choice by its label
        persist_state="session",
    )
    address.put(LAYERS_PARAMETER, chosen, usual=str(USUAL))
    return named[chosen]


def layers_name(layers: Vectors) -> str:
    """Name a choice in the visitor's language."""
    names = {
        "last": _("last layer"),
        "second_to_last": _("second to last layer"),
        "sum_last_4": _("sum of the last four"),
        "concat_last_4": _("last four, concatenated"),
        "sum_all": _("sum of all layers"),
        STATIC: _("static embedding"),
        0: _("input embedding (layer 0)"),
    }
    return names.get(layers) or _("layer {layer}", layer=layers)


def _first(named: dict[str, Vectors]) -> str:
    choice = address.get(LAYERS_PARAMETER, "")
    return choice if choice in named else str(USUAL)
