"""Which text a choice was made for: positions in one text mean nothing in another."""

from __future__ import annotations

import hashlib

import streamlit as st

from bertviz_core.results import Encoding


def text_key(*texts: str) -> str:
    """Name texts by 16 hexadecimal digits, for keys of a session."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def encoding_key(encoding: Encoding) -> str:
    """Name an input as one model cuts it into tokens."""
    return text_key(encoding.text, encoding.pair or "", *encoding.tokens)


def address_counts(choice: str, key: str) -> bool:
    """Tell whether what the address says about a choice is about this text; from now on it is.

    Args:
        choice: Name of the choice in the session.
        key: Key of the text that is shown.
    """
    same = st.session_state.get(f"{choice}_text", key) == key
    st.session_state[f"{choice}_text"] = key
    return bool(same)
