"""Which examples are learned from, which watch the learning, and which measure it in the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TEST, TRAIN, VALIDATION

SHARES = {TRAIN: 0.7, TEST: 0.2, VALIDATION: 0.1}


def split_parts(groups: Sequence[Hashable], strata: Sequence[str], *, seed: int) -> NDArray[np.int8]:
    """Part examples so that each class is in each part about as often, and a group stays together.

    Args:
        groups: Of each example (n,); those of one group are never in two parts.
        strata: The class of each example (n,); empty texts where there are none.
        seed: Another one makes another split.

    Returns:
        (n,) `TRAIN`, `VALIDATION` or `TEST`. A class with three groups of its own is in every part.
    """
    members: dict[Hashable, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        members[group].append(place)
    of_one: dict[str, list[list[int]]] = defaultdict(list)
    of_several: list[list[int]] = []
    for places in members.values():
        classes = {strata[place] for place in places}
        (of_several if len(classes) > 1 else of_one[classes.pop()]).append(places)
    parts = np.full(len(groups), TRAIN, dtype=np.int8)
    random = np.random.default_rng(seed)
    for stratum in sorted(of_one):
        _part_class([of_one[stratum][place] for place in random.permutation(len(of_one[stratum]))], parts)
    _part_several([of_several[place] for place in random.permutation(len(of_several))], strata, parts)
    return parts


def _part_class(shuffled: list[list[int]], parts: NDArray[np.int8]) -> None:
    """Take from the groups of one class what is held out and what watches; at least a group each."""
    size = sum(map(len, shuffled))
    most = max(1, round(size * 2 * SHARES[TEST]))
    small = [places for places in shuffled if len(places) <= most]
    kept = 1  # group that is learned from
    if 2 <= len(small) < len(shuffled):
        shuffled, kept = small, 0  # the large ones are
    for part, others in ((TEST, kept + 1), (VALIDATION, kept)):
        wanted = max(1, round(size * SHARES[part]))
        given = 0
        while len(shuffled) > (others if given else kept) and (
            not given or len(shuffled[-1]) <= 2 * (wanted - given)
        ):
            places = shuffled.pop()
            parts[places] = part
            given += len(places)


def _part_several(shuffled: list[list[int]], strata: Sequence[str], parts: NDArray[np.int8]) -> None:
    """Give each group of several classes to the part that lacks most of them; it is not counted before."""
    totals = Counter(strata)
    there = {part: Counter[str]() for part in SHARES}
    waiting = {place for places in shuffled for place in places}
    for place, stratum in enumerate(strata):
        if place not in waiting:
            there[int(parts[place])][stratum] += 1
    left = Counter(stratum for places in shuffled for stratum in {strata[place] for place in places})
    for places in shuffled:
        classes = Counter(strata[place] for place in places)
        # The last groups of a class go where there is none of it.
        empty = {stratum: [part for part in SHARES if not there[part][stratum]] for stratum in classes}
        needed = [p for stratum, without in empty.items() if left[stratum] <= len(without) for p in without]
        part = min(
            (part for part in SHARES if part in needed or not needed),
            key=lambda part: sum(
                (there[part][stratum] + count) / (SHARES[part] * totals[stratum])
                for stratum, count in classes.items()
            ),
        )
        parts[places] = part
        there[part] += classes
        left -= Counter(classes.keys())
