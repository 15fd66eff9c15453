"""How the states after all layers become one vector: one layer, or several put together."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

LayerStrategy = Literal["last", "second_to_last", "sum_last_4", "concat_last_4", "sum_all"]
LAYER_STRATEGIES: tuple[LayerStrategy, ...] = get_args(LayerStrategy)
"""Those of the feature-based experiment of Devlin et al. 2019, section 5.3."""

Layers = int | LayerStrategy
"""A layer, where 0 is the input embedding, or a strategy."""

_FEW = 4


def combine_layers(states: NDArray[np.floating], layers: Layers) -> NDArray[np.float32]:
    """Return one vector (n, dimension) for each of n things.

    Args:
        states: (layers + 1, n, hidden); 0 is the input embedding. A model of fewer than four layers has its
            last four in all of them.
        layers: Which of them; the dimension is that of the states, four times as much for `concat_last_4`.

    Raises:
        ValueError: There is no such layer or strategy.
    """
    above = states[1:]
    match layers:
        case int() if 0 <= layers < len(states):
            return states[layers].astype(np.float32)
        case "last":
            return above[-1].astype(np.float32)
        case "second_to_last":
            return states[-2].astype(np.float32)
        case "sum_last_4":
            return above[-_FEW:].sum(axis=0, dtype=np.float32)
        case "concat_last_4":
            return np.concatenate(list(above[-_FEW:]), axis=1, dtype=np.float32)
        case "sum_all":
            return above.sum(axis=0, dtype=np.float32)  # without the input, as there
    raise ValueError(layers)
