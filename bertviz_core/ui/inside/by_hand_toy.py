"""The small layer as a visitor changed it, in the address: `x_1.0.1.0.0.2…~wq_…~causal`."""

from __future__ import annotations

import re
from typing import Any

from bertviz_core.samples.by_hand import MATRICES
from bertviz_core.ui.address import address

PARAMETER = "toy"

_NUMBER = re.compile(r"-?\d{1,2}")
_CAUSAL = "causal"
_LONGEST = 400
"""Letters of all matrices with their largest numbers, and some more."""


def usual_toy() -> dict[str, Any]:
    """Return the layer as it is written, as the browser holds it."""
    return {
        "matrices": {name: [list(row) for row in rows] for name, rows in MATRICES.items()},
        "causal": False,
    }


def address_toy() -> dict[str, Any]:
    """Return the layer that the address names; one that cannot be read is told, and the written one shown."""
    text = address.get(PARAMETER, "")
    if not text:
        return usual_toy()
    read = read_toy(text)
    if read is None:
        address.fell_back(PARAMETER, "")
    return read or usual_toy()


def read_toy(text: str) -> dict[str, Any] | None:
    """Read the layer of an address; None where it is none."""
    if len(text) > _LONGEST:
        return None
    toy, parts = usual_toy(), text.split("~")
    toy["causal"] = parts[-1] == _CAUSAL
    for part in parts[:-1] if toy["causal"] else parts:
        name, _, numbers = part.partition("_")
        written = numbers.split(".")
        rows = MATRICES.get(name, ())
        if not rows or len(written) != len(rows) * len(rows[0]) or not all(map(_NUMBER.fullmatch, written)):
            return None
        wide = len(rows[0])
        toy["matrices"][name] = [
            [int(number) for number in written[start : start + wide]]
            for start in range(0, len(written), wide)
        ]
    return toy
