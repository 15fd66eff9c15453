"""The heads of a model as switches, a row for each layer; those that are off stand in the address."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable

import streamlit as st

from bertviz_core.results import ModelInfo
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.head_names import Head, head_code
from bertviz_core.ui.i18n import _

OFF_PARAMETER = "off"
"""Heads in the address, counted from 1: `3.5,7.1`, or `none`."""
NONE = "none"
ROUND_GRID = "21rem"
"""What everything but the switches takes of a window's height."""
LETTERS = "0.95rem"

Heads = list[Head]


def head_switches(
    info: ModelInfo, *, named: Head, question: Hashable, first: Callable[[], Heads]
) -> tuple[Head, ...]:
    """Draw a switch for every head; return the 0-based (layer, head) of those that are off.

    Args:
        info: The model.
        named: The head that the quick buttons begin with.
        question: What is asked of the heads.
        first: Gives what is off at first where the address does not say; and again for another question,
            until the visitor switches a head.
    """
    every = [(layer, head) for layer in range(info.layers) for head in range(info.heads)]
    key = _key(info)
    default = None
    if key not in st.session_state:
        default = _address_heads(every)
        if default is None:
            default = _answer(key, question, first)
    elif _follows(key, question):
        st.session_state[key] = _answer(key, question, first)
    _quick_buttons(key, every, named=named)
    st.html(f"<style>{_grid_style(key, info)}</style>")
    off = st.pills(
        _("Click a head to switch it off or on; each row is a layer"),
        every,
        selection_mode="multi",
        default=default,
        format_func=head_code,
        key=key,
        persist_state="session",
        width="stretch",
    )
    address.put(OFF_PARAMETER, ",".join(map(head_code, sorted(off))) or NONE)
    return tuple(sorted(off))


def switch_off_only(info: ModelInfo, head: Head) -> None:
    """Switch off one head and no other; a callback, since the switches are drawn before what calls it."""
    st.session_state[_key(info)] = [head]


def _key(info: ModelInfo) -> str:
    """Name the switches in the session: models of other sizes have their own."""
    return f"head_switches_{info.layers}x{info.heads}"


def _answer(key: str, question: Hashable, first: Callable[[], Heads]) -> Heads:
    """Return what is off at first, and remember for which question."""
    heads = first()
    st.session_state[f"{key}_first"] = question, heads
    return heads


def _follows(key: str, question: Hashable) -> bool:
    """Tell whether what is off is what was off at first, for another question."""
    asked, heads = st.session_state.get(f"{key}_first", (question, None))
    return bool(asked != question and sorted(st.session_state[key]) == heads)


def _address_heads(every: Collection[Head]) -> Heads | None:
    """Return the heads that the address names and the model has; None where it names none."""
    if OFF_PARAMETER not in address:
        return None
    named = address[OFF_PARAMETER].split(",")
    return [head for head in every if head_code(head) in named]


def _quick_buttons(key: str, every: Heads, *, named: Head) -> None:
    """Offer sets of heads that would be many clicks."""

    def switch_off(heads: Heads) -> None:
        st.session_state[key] = heads

    with st.container(horizontal=True, gap="small"):
        st.button(_("None"), on_click=switch_off, args=([],), key="switch_off_none")
        popover = st.popover(_("A layer, all but …"), key="switch_off_sets")
    with popover:
        places = st.columns(2)
        layer = places[0].number_input(
            _("Layer"), 1, every[-1][0] + 1, named[0] + 1, key=f"{key}_layer", persist_state="session"
        )
        head = places[1].number_input(
            _("Head"), 1, every[-1][1] + 1, named[1] + 1, key=f"{key}_head", persist_state="session"
        )
        one = (int(layer) - 1, int(head) - 1)
        row = [other for other in every if other[0] == one[0]]
        sets = {
            _("Only head {head}", head=head_code(one)): [one],
            _("All of layer {layer}", layer=layer): row,
            _("All but head {head}", head=head_code(one)): [other for other in every if other != one],
            _("All but layer {layer}", layer=layer): [other for other in every if other not in row],
            _("Every head"): every,
        }
        for number, (label, heads) in enumerate(sets.items()):
            st.button(
                label, on_click=switch_off, args=(heads,), key=f"switch_off_set_{number}", width="stretch"
            )


def _grid_style(key: str, info: ModelInfo) -> str:
    """Set the switches as a table as high as the window leaves room for; else they flow like words.

    A switch shows the number of its head and a row that of its layer: a whole name, `10.12`, has no room in
    letters that can be read from afar. Screen readers say whole names.
    """
    place = f".st-key-{key}"
    toolbar, style = f"{place} [role=toolbar]", chart_style()
    switch, first_of_row = f"{toolbar} > button", f"{toolbar} > button:nth-child({info.heads}n + 1)"
    height = f"clamp(1.5rem, (100vh - {ROUND_GRID}) / {info.layers} - 2px, 3rem)"
    return (
        f"{toolbar} {{display: grid; gap: 2px; width: 100%; overflow-y: auto; padding-left: 1.7rem;"
        f" max-height: max(24rem, 100vh - {ROUND_GRID} + 2px); counter-reset: layer head;"
        f" grid-template-columns: repeat({info.heads}, minmax(0, 1fr))}}"
        f"{switch} {{min-width: 0; min-height: 0; width: 100%; height: {height}; padding: 0;"
        f" position: relative; overflow: visible; justify-content: center; border-radius: 3px;"
        f" counter-increment: head}}"
        f"{first_of_row} {{counter-increment: layer; counter-set: head 1}}"
        f"{first_of_row}::before {{content: counter(layer) / ''; position: absolute;"
        f" right: calc(100% + 0.4rem); color: {style.ink}; font-weight: 400}}"
        f"{switch} p {{font-size: 0}}"
        f"{switch} p::after {{content: counter(head) / ''; font-size: {LETTERS}}}"
        f"{switch}[aria-pressed=true] {{background: {style.ink}; color: {style.background};"
        f" font-weight: 600}}"
    )
