"""Numbers as Plotly writes them into a figure's JSON."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray


def numbers(values: Any) -> NDArray[np.float64]:
    """Read numbers: a list, or bytes, of a matrix with its shape."""
    if isinstance(values, list):
        return np.array(values, dtype=np.float64)
    read = np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).astype(np.float64)
    return read.reshape([int(size) for size in values["shape"].split(",")]) if "shape" in values else read
