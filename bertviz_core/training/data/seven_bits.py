"""Text in UTF-7, which looks like ASCII: letters beyond it are written `+AOk-`."""

from __future__ import annotations

import re
from itertools import islice

from bertviz_core.training.data.sign_places import is_in_place

_SHIFTED = re.compile(rb"\+([A-Za-z0-9+/]*)(-?)")
_LEAST, _SHARE = 2, 0.9
"""Letters beyond ASCII, and the share of them that stand where they are usual."""

_LOOKED_AT = 20_000
"""Letters, and what is written for them."""

_USUAL_BEYOND = re.compile("[\u2010-\u27bf\u0370-\u1fff\u3000-\ud7ff\U0001f000-\U0001faff]")
"""Signs of no Latin script that a few letters hardly ever make by chance three times."""


def is_utf_7(data: bytes) -> bool:
    """Tell whether bytes are certainly UTF-7: every `+` begins letters, and usual ones come out."""
    if b"+" not in data or not data.isascii() or data.count(b"+") < _LEAST:
        return False
    runs = islice(_SHIFTED.finditer(data), _LOOKED_AT)
    shifted = [found for found in runs if found[1] or not found[2]]
    if not shifted or any(not _is_whole(found[1]) for found in shifted):
        return False
    try:
        text = data.decode("utf-7")
    except UnicodeDecodeError:
        return False
    places = [found.start() for found in islice(re.finditer("[^\x00-\x7f]", text), _LOOKED_AT)]
    usual = sum(_USUAL_BEYOND.match(text[place]) is not None or is_in_place(text, place) for place in places)
    return len(places) >= max(_LEAST, len(shifted)) and usual >= _SHARE * len(places)


def _is_whole(written: bytes) -> bool:
    """Tell whether letters of base 64 are whole units of 16 bits, the rest of which is zero."""
    bits = 6 * len(written)
    return bits >= 16 and bits % 16 < 6
