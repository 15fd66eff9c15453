"""Which examples are learned from, which watch the learning, and which measure it in the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TEST, TRAIN, VALIDATION

TEST_SHARE, VALIDATION_SHARE = 0.2, 0.1


def split_parts(groups: Sequence[Hashable], strata: Sequence[str], *, seed: int) -> NDArray[np.int8]:
    """Part examples so that each class is in each part about as often, and a group stays together.

    Args:
        groups: Of each example (n,); those of one group are never in two parts.
        strata: The class of each example (n,); empty texts where there are none.
        seed: Another one makes another split.

    Returns:
        (n,) `TRAIN`, `VALIDATION` or `TEST`. A class with three groups is in every part.
    """
    members: dict[Hashable, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        members[group].append(place)
    of_stratum: dict[str, list[list[int]]] = defaultdict(list)
    for places in members.values():
        of_stratum[Counter(strata[place] for place in places).most_common(1)[0][0]].append(places)
    parts = np.full(len(groups), TRAIN, dtype=np.int8)
    random = np.random.default_rng(seed)
    for stratum in sorted(of_stratum):
        shuffled = [of_stratum[stratum][place] for place in random.permutation(len(of_stratum[stratum]))]
        size = sum(map(len, shuffled))
        for part, share in ((TEST, TEST_SHARE), (VALIDATION, VALIDATION_SHARE)):
            wanted = max(1, round(size * share))
            while wanted > 0 and len(shuffled) > 1:
                places = shuffled.pop()
                parts[places] = part
                wanted -= len(places)
    return parts
