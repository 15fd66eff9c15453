"""The theme as Streamlit sends it at the start of every script run, written once.

Streamlit reads all of its options six times for that message, several milliseconds a run, and the theme of
a process never changes. `tests/ui/test_kept_theme.py` holds what is kept against what Streamlit writes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

Populate = Callable[[CustomThemeConfig, str], None]


def keep_theme() -> None:
    """Let Streamlit copy the theme that it wrote first; one that writes it elsewhere goes on as it does."""
    write = getattr(app_session, "_populate_theme_msg", None)
    if write is not None and not getattr(write, "is_kept", False):
        vars(app_session)["_populate_theme_msg"] = kept(write)


def kept(write: Populate) -> Populate:
    """Return what fills a message as `write` does, calling it once for each section."""

    @cache
    def written(section: str) -> CustomThemeConfig:
        message = CustomThemeConfig()
        write(message, section)
        return message

    def copy(message: CustomThemeConfig, section: str = "theme") -> None:
        if (theme := written(section)).ByteSize():  # merging nothing would say that there is a theme
            message.MergeFrom(theme)

    copy.is_kept = True  # type: ignore[attr-defined]
    return copy
