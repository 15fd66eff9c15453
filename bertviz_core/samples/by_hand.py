"""Three vectors and the matrices of a small layer, to be followed with a pencil.

The vectors are those of many lectures on self-attention; the matrices were written for this project, of whole
numbers, so that every product is one a person does in the head.
"""

from __future__ import annotations

from typing import Final

Matrix = tuple[tuple[int, ...], ...]

MATRICES: Final[dict[str, Matrix]] = {
    "x": ((1, 0, 1, 0), (0, 2, 0, 2), (1, 1, 1, 1)),
    "wq": ((1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0)),
    "wk": ((0, 1, 0), (1, 0, 0), (1, 0, 1), (-1, 1, 0)),
    "wv": ((1, 0, 0), (0, 1, 2), (1, 2, 0), (0, 0, 1)),
    "wo": ((1, 0, 0, 1), (0, 1, 0, 0), (0, 0, 1, 0)),
    "w1": ((1, 0, 0, -1), (0, 1, -1, 0), (1, 0, 1, 0), (0, 1, 0, 1)),
    "w2": ((1, 0, 0, 0), (0, 1, 0, 1), (0, 0, 1, 0), (1, 0, 0, 1)),
}
"""Three vectors of four numbers; matrices of query, key, value, of the output, of the feed-forward part."""
