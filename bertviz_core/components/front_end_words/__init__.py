"""The English words of Streamlit's own front end, replaced in the browser by those of the interface language.

Streamlit has no setting for its button for files, the line below a field that is being typed in, its menu
and the tips of its charts and tables. What is replaced is named below, word for word, and where it stands is
named in the script: what visitors write, and what the app itself says, is never touched.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from bertviz_core.components.unseen import unseen_component
from bertviz_core.errors import N_
from bertviz_core.locales import DEFAULT_LANGUAGE, LANGUAGES, translate

FRONT_END_WORDS = (
    # Files
    N_("Upload"),
    N_("Add files"),
    N_("file upload"),
    N_("Drag and drop a file here"),
    N_("Drag and drop files here"),
    N_("{size}KB per file"),
    N_("{size}MB per file"),
    N_("{size}GB per file"),
    N_("Remove {name}"),
    N_("File must be {size} or smaller."),
    N_("{kind} files are not allowed."),
    # Fields
    N_("Press Enter to apply"),
    N_("Press Ctrl+Enter to apply"),
    N_("Press ⌘+Enter to apply"),
    N_("Press Enter to submit form"),
    N_("Press Ctrl+Enter to submit form"),
    N_("Press ⌘+Enter to submit form"),
    N_("Choose an option"),
    N_("Choose options"),
    N_("No results"),
    N_("Select all"),
    N_("Open"),
    N_("Close"),
    N_("Clear all"),
    N_("Clear value"),
    N_("Clear selection"),
    N_("Increment"),
    N_("Decrement"),
    N_("Help for {label}"),
    # Menu and sidebar
    N_("Skip to main content"),
    N_("Main menu"),
    N_("Theme"),
    N_("System"),
    N_("Light"),
    N_("Dark"),
    N_("Print"),
    N_("Record screen"),
    N_("Stop recording"),
    N_("Made with Streamlit v"),
    N_("Copy version to clipboard"),
    N_("Sidebar"),
    N_("Navigate to home page"),
    N_("Collapse sidebar"),
    N_("Expand sidebar"),
    N_("App pages"),
    N_("Running..."),
    N_("Stop"),
    N_("Connecting"),
    # Charts and tables
    N_("Fullscreen"),
    N_("Close fullscreen"),
    N_("Download plot as a PNG"),
    N_("Download as CSV"),
    N_("Search"),
    N_("Show/hide columns"),
    N_("Sort ascending"),
    N_("Sort descending"),
    N_("Statistics"),
    N_("Format"),
    N_("Autosize"),
    N_("Pin column"),
    N_("Unpin column"),
    N_("Hide column"),
    N_("Copy column name"),
    N_("Copy to clipboard"),
)
"""As Streamlit writes them; a field stands for what differs from place to place and stays as it is."""

_LOST = N_(
    "The app is starting anew, or the connection is down. This page goes on by itself as soon as there is an "
    "answer, with what you have typed."
)
OUR_WORDS = {
    "Connection error": N_("The app does not answer"),
    "Is Streamlit still running? If you accidentally stopped Streamlit, just restart it in your "
    "terminal:": _LOST,
    "Streamlit server is not responding. Are you connected to the internet?": _LOST,
    "AxiosError: Request failed with status code 413": N_(
        "There is no room for this file just now. Remove other files of this visit, or try again later."
    ),
    "AxiosError: Request failed with status code 429": N_(
        "There are too many files of this visit. Remove some that you need no more."
    ),
    "AxiosError: Request failed with status code {status}": N_(
        "The file did not arrive (status {status}). Reload the page and try again."
    ),
    "Error:": N_("Error:"),
    "AxiosError: Network Error": N_("The file did not arrive: the app does not answer. Try again."),
}
"""Of what Streamlit says to who made an app, what is said to who uses it; in English too."""


@cache
def _mount() -> Any:
    words = {
        language: {word: translate(word, language) for word in _of_front_end(language)}
        | {word: translate(ours, language) for word, ours in OUR_WORDS.items()}
        for language in LANGUAGES
    }
    return unseen_component(Path(__file__).parent / "front_end_words.js", {"WORDS": words})


def _of_front_end(language: str) -> tuple[str, ...]:
    return () if language == DEFAULT_LANGUAGE else FRONT_END_WORDS


def say_front_end_words(language: str, *, key: str) -> None:
    """Let the browser write the words of the front end in a language, from now on.

    Args:
        language: One of `LANGUAGES`.
        key: Key of the element in the session.
    """
    _mount()(data={"language": language}, key=key)
