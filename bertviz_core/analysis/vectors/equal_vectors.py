"""Which vectors are the same: many equal ones are one point of a map."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray


def equal_vectors(
    vectors: NDArray[np.floating], senses: NDArray[np.integer] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places of the different vectors, and for each vector which of them it is.

    Args:
        vectors: (n, …).
        senses: (n,): equal vectors of different senses are different.
    """
    numbers: dict[object, int] = {}
    rows: list[int] = []
    spots = np.empty(len(vectors), dtype=np.int64)
    for place, row in enumerate(vectors):
        content = blake2b((row + 0).tobytes(), digest_size=16).digest()  # + 0: zeros have two signs
        key = content, None if senses is None else int(senses[place])
        spots[place] = numbers.setdefault(key, len(rows))
        if spots[place] == len(rows):
            rows.append(place)
    return np.array(rows, dtype=np.int64), spots
