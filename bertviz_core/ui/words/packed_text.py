"""Long texts in addresses: as they are while they are short, compressed beyond."""

from __future__ import annotations

import base64
import binascii
import zlib

LINK_LETTERS = 4000
"""Longer packed texts fit into no link: servers and chats cut long addresses."""

PLAIN_LETTERS = 300
MOST_BYTES = 200_000
"""Of what a packed text may become again."""

_PACKED = "z:"


def pack(text: str) -> str:
    """Return a text for an address."""
    if len(text) <= PLAIN_LETTERS and not text.startswith(_PACKED):
        return text
    return _PACKED + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(text: str) -> str:
    """Return the text that was packed; nothing where an address was damaged."""
    if not text.startswith(_PACKED):
        return text
    letters = text.removeprefix(_PACKED)
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        return zlib.decompressobj().decompress(data, MOST_BYTES).decode(errors="replace")
    except (binascii.Error, zlib.error, ValueError):
        return ""
