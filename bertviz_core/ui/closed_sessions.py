"""Sessions whose browser is gone: Streamlit keeps them for a while, should it come back."""

from __future__ import annotations

from streamlit.runtime import get_instance
from streamlit.runtime.caching.ttl_cache import TTLCache


def forget_closed_sessions() -> None:
    """Let go of those whose time is over.

    Streamlit itself does so when another browser leaves, or when somebody asks for that very session. On the
    thread of the server.
    """
    kept = get_instance()._session_mgr._session_storage._cache  # type: ignore[attr-defined]
    assert isinstance(kept, TTLCache)
    kept.expire()
