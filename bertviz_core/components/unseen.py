"""Components that show nothing: a script that works on the page around it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.server.served_scripts import served_script


def unseen_component(script: Path, constants: dict[str, object]) -> Any:
    """Return what mounts a script that browsers fetch once.

    Args:
        script: An ES module with a default export; the component is called like it.
        constants: JSON values that stand before it, by their names in it.
    """
    before = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    source = before + script.read_text(encoding="utf-8")
    return st.components.v2.component(
        script.stem, html="<span></span>", js=served_script(script.stem, source)
    )
