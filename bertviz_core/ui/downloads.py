"""What is shown as files: their buttons, and the forms in which most are written."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from math import isnan
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.results import Encoding
from bertviz_core.training.data.formulas import disarmed
from bertviz_core.ui.head_places import head_places
from bertviz_core.ui.i18n import _

SAVE_MENU = "save_menu"
"""Session key of the menu."""

_TYPES = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".ipynb": "application/x-ipynb+json",
    ".json": "application/json",
    ".md": "text/markdown",
    ".npz": "application/octet-stream",
    ".svg": "image/svg+xml",
    ".yaml": "application/yaml",
    ".zip": "application/zip",
}


Written = str | bytes | io.BufferedReader
"""A file."""


def download_button(
    label: str, file_name: str, data: Written | Callable[[], Written], *, about: str | None = None
) -> None:
    """Draw a button that saves a file and leaves the page as it is.

    Args:
        label: What is saved, in the visitor's language.
        file_name: Its ending says what kind of file it is.
        data: The file, or what makes it when the button is clicked, which no session or language is known to.
        about: Said where the button is pointed at.
    """
    st.download_button(
        label,
        _with_mark(data) if file_name.endswith(".csv") else data,
        file_name=file_name,
        mime=_TYPES[file_name[file_name.rindex(".") :]],
        icon=":material/download:",
        on_click="ignore",
        help=about,
        width="content",
    )


def save_menu() -> bool:
    """Draw the menu in the head of the page that holds all files of the view; tell whether it is open.

    What is saved is written only then, and given to `save_as`.
    """
    places = head_places()
    if not places.save_menu_drawn:
        places.save_menu_drawn = True
        popover = places.saving.popover(
            _("Save…"), icon=":material/download:", key=SAVE_MENU, on_change="rerun"
        )
        if popover.open:
            places.save_menu = popover.container(gap="xxsmall")
    return places.save_menu is not None


def save_as(
    label: str, file_name: str, data: Written | Callable[[], Written], *, about: str | None = None
) -> None:
    """Offer a file in the open menu of `save_menu`; see `download_button`."""
    with head_places().save_menu or st.container():
        download_button(label, file_name, data, about=about)


def _with_mark(data: Written | Callable[[], Written]) -> bytes | Callable[[], bytes]:
    """Put a byte-order mark before a table: Excel would take it for the encoding of the computer."""
    if callable(data):
        return lambda: _marked(data())
    return _marked(data)


def _marked(data: Written) -> bytes:
    if isinstance(data, io.BufferedReader):
        data = data.read()
    written = data.encode("utf-8", "replace") if isinstance(data, str) else data
    return codecs.BOM_UTF8 + written.removeprefix(codecs.BOM_UTF8)


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table as CSV; no text in it is a formula to a program that opens it."""
    file = io.StringIO()
    writer = csv.writer(file)
    for row in (headings, *rows):
        writer.writerow([disarmed(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()


def npz_bytes(**arrays: NDArray[Any]) -> bytes:
    """Write arrays as NumPy's archive, which holds no Python objects."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def csv_number(value: float) -> str:
    """Write a number with six places; nothing for what is not defined (NaN)."""
    return "" if isnan(value) else f"{value:.6f}"


def json_number(value: float) -> float | None:
    """Return a number as JSON can hold it: null for what is not defined (NaN)."""
    return None if isnan(value) else value


def json_text(document: dict[str, object]) -> str:
    """Write a document as JSON, letters as they are."""
    return json.dumps(document, ensure_ascii=False)


def answer_json(model: str, encoding: Encoding, answer: dict[str, object]) -> str:
    """Write an answer with the model and the text it is about."""
    about = {"model": model, "text": encoding.text, "pair": encoding.pair, "tokens": encoding.tokens}
    return json_text(about | answer)
