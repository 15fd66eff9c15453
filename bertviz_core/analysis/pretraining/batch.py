"""Which tokens of an input are drawn for masked-word training, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import get_args

import numpy as np
import torch
from numpy.typing import NDArray

from bertviz_core.analysis.pretraining.batch_corruption import IGNORED, corrupt
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError
from bertviz_core.results import Action, DrawTally, Encoding, MaskedBatch, Strategy

LEAST_RATE, MOST_RATE = 0.05, 0.6
MOST_SEED = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Masking:
    """How tokens are drawn.

    Raises:
        InputError: A setting is out of bounds, or a span is chosen without its words.
    """

    rate: float = 0.15
    strategy: Strategy = "token"
    span: tuple[int, int] | None = None
    """First and last token of the unit, where the strategy is `span`."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Check every setting."""
        if not LEAST_RATE <= self.rate <= MOST_RATE:
            raise InputError(
                "The share of drawn tokens must be between {least}% and {most}%.",
                least=round(100 * LEAST_RATE),
                most=round(100 * MOST_RATE),
            )
        if self.strategy not in get_args(Strategy):
            raise InputError("There is no way of drawing called “{name}”.", name=self.strategy)
        if not 0 <= self.seed <= MOST_SEED:
            raise InputError("The seed must be a whole number from 0 to {most}.", most=MOST_SEED)
        if self.strategy == "span" and self.span is None:
            raise InputError("Choose the words that are hidden together.")


def mask_encoding(reader: TextReader, encoding: Encoding, masking: Masking, *, model: str) -> MaskedBatch:
    """Draw tokens and hide them.

    Args:
        reader: How the model reads text.
        encoding: The input.
        masking: How tokens are drawn.
        model: Id of the model.

    Raises:
        InputError: The model has no mask token, nothing can be drawn, or the span is not one of this input.
    """
    drawn, ids = next(_draws(reader, encoding, masking))
    actions = tuple(_action(*place, reader.mask_id) for place in zip(drawn, encoding.ids, ids, strict=True))
    return MaskedBatch(
        model=model,
        encoding=encoding,
        ids=ids,
        labels=np.where(drawn, encoding.ids, IGNORED),
        actions=actions,
        tokens=tuple(
            label if action in ("out", "unchanged") else reader.readable(int(token_id))
            for label, action, token_id in zip(encoding.labels, actions, ids, strict=True)
        ),
        strategy=masking.strategy,
        rate=masking.rate,
        seed=masking.seed,
    )


def tally_draws(reader: TextReader, encoding: Encoding, masking: Masking, *, draws: int) -> DrawTally:
    """Count what becomes of the drawn tokens of an input when it is drawn again and again.

    Args:
        reader: How the model reads text.
        encoding: The input.
        masking: How tokens are drawn; its seed is that of the first draw, from which the others follow.
        draws: How often.

    Raises:
        InputError: As `mask_encoding`.
    """
    counts = np.zeros(3, dtype=np.int64)
    for drawn, ids in islice(_draws(reader, encoding, masking), draws):
        before, after = encoding.ids[drawn], ids[drawn]
        masked, unchanged = after == reader.mask_id, after == before
        counts += (masked.sum(), (~masked & ~unchanged).sum(), unchanged.sum())
    masked_count, random_count, unchanged_count = counts.tolist()
    return DrawTally(draws=draws, masked=masked_count, random=random_count, unchanged=unchanged_count)


def _draws(
    reader: TextReader, encoding: Encoding, masking: Masking
) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.int64]]]:
    """Yield without end which tokens are drawn (n,), and what the model reads then (n,)."""
    if reader.mask_id < 0:
        raise InputError("This model has no mask token, so that nothing can be hidden. Choose another model.")
    ordinary = reader.ordinary_ids()
    drawable = ~encoding.special & np.isin(encoding.ids, ordinary)
    generator = torch.Generator().manual_seed(masking.seed)
    while True:
        drawn = _draw(encoding, drawable, masking, generator)
        ids = corrupt(
            torch.from_numpy(encoding.ids),
            torch.from_numpy(drawn),
            mask_id=reader.mask_id,
            ordinary=torch.from_numpy(ordinary),
            as_one=masking.strategy == "span",
            generator=generator,
        ).numpy()
        yield drawn, ids


def _draw(
    encoding: Encoding, drawable: NDArray[np.bool_], masking: Masking, generator: torch.Generator
) -> NDArray[np.bool_]:
    """Draw units in random order while they fit into the share, as BERT's own code does; one at least."""
    drawn = np.zeros(len(encoding), dtype=bool)
    if masking.strategy == "span":
        drawn[_span(encoding, drawable, masking)] = True
        return drawn
    units = (
        _words(encoding, drawable) if masking.strategy == "whole_word" else np.flatnonzero(drawable)[:, None]
    )
    if not len(units):
        raise InputError("There is no token in this text that can be hidden. Write a word or a sentence.")
    left = max(1, round(masking.rate * int(drawable.sum())))
    for number, unit in enumerate(units[place] for place in _order(len(units), generator)):
        if number == 0 or len(unit) <= left:
            drawn[unit] = True
            left -= len(unit)
    return drawn


def _order(count: int, generator: torch.Generator) -> Iterable[int]:
    order: list[int] = torch.randperm(count, generator=generator).tolist()
    return order


def _words(encoding: Encoding, drawable: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """Return the places of the pieces of each word whose pieces can all be drawn."""
    words: dict[tuple[int, int], list[int]] = {}
    for place in np.flatnonzero(~encoding.special).tolist():
        sequence, word = int(encoding.sequence_ids[place]), int(encoding.word_ids[place])
        words.setdefault((-1, place) if word < 0 else (sequence, word), []).append(place)
    return [np.array(pieces) for pieces in words.values() if drawable[pieces].all()]


def _span(encoding: Encoding, drawable: NDArray[np.bool_], masking: Masking) -> slice:
    first, last = masking.span or (0, 0)
    chosen = slice(first, last + 1)
    one_text = 0 <= first <= last < len(encoding) and len(set(encoding.sequence_ids[chosen].tolist())) == 1
    if not one_text or not drawable[chosen].all():
        raise InputError("These words cannot be hidden together. Choose neighbouring words of one text.")
    return chosen


def _action(drawn: bool, before: int, after: int, mask_id: int) -> Action:
    if not drawn:
        return "out"
    if after == mask_id:
        return "masked"
    return "unchanged" if after == before else "random"
