"""How positions are told apart: by a formula, by learned vectors, and what is lost without any.

Sinusoids: Vaswani et al. 2017, "Attention Is All You Need", section 3.5. BERT learns a vector for each
position instead (Devlin et al. 2019, section 3). A transformer without either reads a bag of tokens.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.vectors.cosines import pair_cosines
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import PositionEmbeddings

LENGTHS, WIDTHS = (2, 512), (4, 768)
"""Least and most of what is computed."""


def sinusoidal_positions(length: int, width: int) -> PositionEmbeddings:
    """Return the sinusoids of a number of positions: sin(p / 10000^(2i/e)) in 2i, its cosine in 2i + 1.

    Args:
        length: Positions n, from 2 to 512.
        width: Dimensions e of each, even, from 4 to 768.

    Raises:
        InputError: One is out of bounds, or the dimensions are odd.
    """
    if not (LENGTHS[0] <= length <= LENGTHS[1] and WIDTHS[0] <= width <= WIDTHS[1]) or width % 2:
        raise InputError(
            "Choose from {shortest} to {longest} positions and an even number of dimensions from {narrowest} "
            "to {widest}.",
            shortest=LENGTHS[0],
            longest=LENGTHS[1],
            narrowest=WIDTHS[0],
            widest=WIDTHS[1],
        )
    angles = np.arange(length)[:, np.newaxis] / 10_000 ** (np.arange(0, width, 2) / width)
    waves = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(length, width)
    return _of(waves)


def position_embeddings(network: Network) -> PositionEmbeddings:
    """Return the learned vectors of all positions that a text can have, in their order.

    Raises:
        UnreadableModelError: The network has none, or they are no numbers.
    """
    model = network.model
    learned = network.ask(
        lambda whole: whole.base_model.embeddings.position_embeddings.weight, values=lambda weight: weight
    ).numpy()
    first = first_row(model)
    return _of(learned[first : first + model.info.max_tokens])


def first_row(model: LoadedModel) -> int:
    """Return the row of the position embeddings that the first token of a text gets."""
    if model.first_position is not None:
        return model.first_position
    embeddings: Any = model.network.base_model.embeddings
    return int(embeddings.padding_idx) + 1 if model.family.position_offset else 0


def _of(positions: NDArray[Any]) -> PositionEmbeddings:
    likeness = pair_cosines(positions.astype(np.float64))
    return PositionEmbeddings(positions=positions.astype(np.float32), likeness=likeness.astype(np.float32))
