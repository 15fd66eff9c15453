"""Numbers as Plotly writes them into a figure's JSON."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray


def numbers(values: Any) -> NDArray[Any]:
    """Read numbers: a list, or bytes, of a matrix with its shape."""
    if isinstance(values, list):
        return np.array(values)
    read = np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"])
    return read.reshape([int(size) for size in values["shape"].split(",")]) if "shape" in values else read
