"""A menu whose choice stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import language

Name = TypeVar("Name", bound=str)


def choose_from_menu(
    label: str,
    names: Mapping[Name, str],
    *,
    parameter: str,
    key: str,
    help: str | None = None,
    labelled: bool = True,
) -> Name:
    """Offer a menu; begin with what the address names, or with the first choice, which is not named there.

    Args:
        label: Name of the menu.
        names: What is offered, by its name in the address, in the visitor's language.
        parameter: Of the address.
        key: Session key of the menu: another one where other choices are offered.
        help: Shown beside the label on request.
        labelled: Whether the name is seen; a screen reader says it anyway.
    """
    offered, named = list(names), address.get(parameter)
    chosen: Name = st.selectbox(
        label,
        offered,
        index=next((place for place, name in enumerate(offered) if name == named), 0),
        format_func=names.__getitem__,
        key=f"{key}_{language()}",  # the browser names a choice by its label
        persist_state="session",
        help=help,
        label_visibility="visible" if labelled else "collapsed",
    )
    address.put(parameter, chosen, usual=offered[0])
    return chosen
