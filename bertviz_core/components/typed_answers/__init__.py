"""Answers of the model in the browser, in the place of the server's charts while somebody types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.server.served_scripts import served_script

_FOLDER = Path(__file__).parent

STYLE = (_FOLDER / "view.css").read_text(encoding="utf-8")

_MOUNT = st.components.v2.component(
    "typed_answers",
    html="<div class='typed' aria-live='polite' hidden></div>",
    css=STYLE,
    js=served_script("typed-answers", bundle_modules(_FOLDER / "index.js")),
)


def typed_answers(
    kind: Literal["blanks", "pair", "sides", "surprise"],
    picture: Mapping[str, object],
    *,
    text: str,
    pair: str | None = None,
    server: str,
    about: Sequence[str] = (),
    key: str,
) -> None:
    """Show what the browser answers while somebody types, until the server answers the same text.

    Args:
        kind: What is shown: `blanks.js`, `pair.js`, `sides.js` or `surprise.js`.
        picture: `words`, `colour`, `percentSign` and what else that reads.
        text: What the server's answer is about, as it was read.
        pair: Its second text.
        server: Key of the container with the server's answer, which is hidden meanwhile.
        about: Keys of what else is about the server's text: dimmed meanwhile, and out of reach.
        key: Key of the element in the session.
    """
    sent = {"kind": kind, "text": text, "pair": pair, "server": server, "about": list(about)}
    _MOUNT(data={**picture, **sent}, key=key)
