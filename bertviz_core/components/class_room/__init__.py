"""A tab in a class, which follows a lecturer or leads: the browser talks to `server/classes` by itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.server.served_scripts import served_script

_FOLDER = Path(__file__).parent


@cache
def _mount() -> Any:
    style = json.dumps((_FOLDER / "class_room.css").read_text(encoding="utf-8"))
    script = f"const CLASS_STYLE = {style};\n{bundle_modules(_FOLDER / 'index.js')}"
    return st.components.v2.component(
        "class_room", html="<span></span>", js=served_script("class_room", script)
    )


def class_room(
    data: dict[str, Any], *, on_standing: Callable[[], None], on_move: Callable[[], None], key: str
) -> None:
    """Keep this tab in its class, with a line at the foot of the page; without a class it shows nothing.

    Args:
        data: What `ui/class_room` writes.
        on_standing: Called at the beginning of a run in which the browser has entered or left a class:
            `standing` of the element is `{"code": …, "leads": …}` or None, or whatever a browser sends.
        on_move: Called at the beginning of a run in which the lecturer is elsewhere: `move` of the element
            is `{"address": …}`, or whatever a browser sends.
        key: Key of the element in the session.
    """
    _mount()(data=data, key=key, on_standing_change=on_standing, on_move_change=on_move)
