"""A tour in an address: its file, compressed."""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import lru_cache

from bertviz_core.errors import InputError
from bertviz_core.tours import MOST_BYTES, Tour, read_tour, tour_yaml
from bertviz_core.ui.page_files import page_names

LINK_LETTERS = 4000
"""Longer ones fit into no link: servers and chats cut long addresses."""


@lru_cache(maxsize=32)
def packed_tour(tour: Tour) -> str:
    """Return a tour for an address; empty where it is too long for one."""
    packed = base64.urlsafe_b64encode(zlib.compress(tour_yaml(tour).encode(), 9)).decode().rstrip("=")
    return packed if len(packed) <= LINK_LETTERS else ""


def tour_of_packed(packed: str) -> Tour | None:
    """Return the tour of an address; None where that was damaged."""
    if len(packed) > LINK_LETTERS:
        return None
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        written = zlib.decompressobj().decompress(data, MOST_BYTES + 1)
        return read_tour(written, pages=page_names())
    except (binascii.Error, zlib.error, ValueError, InputError):
        return None
