"""What is shown as files: their buttons, and the two forms in which most are written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence

import streamlit as st

from bertviz_core.results import Encoding

_TYPES = {
    ".csv": "text/csv",
    ".html": "text/html",
    ".json": "application/json",
    ".npz": "application/octet-stream",
    ".svg": "image/svg+xml",
    ".zip": "application/zip",
}


def download_button(label: str, file_name: str, data: str | bytes | Callable[[], str | bytes]) -> None:
    """Draw a button that saves a file and leaves the page as it is.

    Args:
        label: What is saved, in the visitor's language.
        file_name: Its ending says what kind of file it is.
        data: The file, or what makes it when the button is clicked.
    """
    st.download_button(
        label,
        data,
        file_name=file_name,
        mime=_TYPES[file_name[file_name.rindex(".") :]],
        icon=":material/download:",
        on_click="ignore",
    )


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table as CSV."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(headings)
    writer.writerows(rows)
    return file.getvalue()


def json_text(document: dict[str, object]) -> str:
    """Write a document as JSON, letters as they are."""
    return json.dumps(document, ensure_ascii=False)


def answer_json(model: str, encoding: Encoding, answer: dict[str, object]) -> str:
    """Write an answer with the model and the text it is about."""
    about = {"model": model, "text": encoding.text, "pair": encoding.pair, "tokens": encoding.tokens}
    return json_text(about | answer)
