"""Several blanks filled together, from left to right, by beam search.

A filling w1 … wn is worth p(w1 | w2 … wn hidden) * p(w2 | w1 filled in, w3 … wn hidden) * …: each factor is
what the masked-word head says about one blank while those to its left are filled in. Every blank is one
entry of the vocabulary; special tokens fill none. BERT was not trained to write, and another order of the
blanks would give other numbers (Wang & Cho 2019, "BERT has a Mouth, and It Must Speak").

After each blank the `beams` best beginnings are kept, so a filling that begins improbably may be missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.answers.masked_words import find_blanks
from bertviz_core.analysis.masked_words.fill_text import fill_in
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, JointFilling, JointFillings

MOST_BLANKS = 10
MOST_BEAMS = 20
"""Beams kept at once, and the longest list of fillings."""
MOST_WORK = 12_000
"""Tokens times blanks times beams, so that a person need not wait for minutes."""


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The words of the first blanks, and how probable each was when it was chosen."""

    token_ids: tuple[int, ...] = ()
    steps: tuple[float, ...] = ()

    @property
    def probability(self) -> float:
        return prod(self.steps)

    def followed_by(self, token_id: int, probability: float) -> _Beginning:
        return _Beginning((*self.token_ids, token_id), (*self.steps, probability))


def joint_fillings(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, beams: int, top_k: int
) -> JointFillings:
    """Return the fillings of all blanks that the search found, the most probable one first.

    Raises:
        InputError: There is no blank, or more than can be filled together, or a setting is out of range, or
            text, blanks and beams together are too much.
        TextTooLongError: A blank stands in the part that did not fit.
    """
    blanks = find_blanks(encoding, reader)
    _require_bounds(len(encoding), len(blanks), beams=beams, top_k=top_k)
    search = _Search(passes, reader, encoding, blanks)
    alone = search.first_words_alone()
    best = search.from_left_to_right(beams, top_k)
    return JointFillings(
        model=passes.model.info.id,
        encoding=encoding,
        blanks=tuple(blanks),
        beams=beams,
        fillings=tuple(_filling(reader, encoding, blanks, found) for found in best),
        alone=_filling(reader, encoding, blanks, alone),
    )


def _require_bounds(tokens: int, blanks: int, *, beams: int, top_k: int) -> None:
    if blanks > MOST_BLANKS:
        raise InputError(
            "The text has {blanks} blanks; at most {most} can be filled together. Take some out.",
            blanks=blanks,
            most=MOST_BLANKS,
        )
    if not 1 <= beams <= MOST_BEAMS:
        raise InputError("The number of beams must be between 1 and {most}.", most=MOST_BEAMS)
    if not 1 <= top_k <= MOST_BEAMS:
        raise InputError("The number of fillings must be between 1 and {most}.", most=MOST_BEAMS)
    if tokens * blanks * beams > MOST_WORK:
        raise InputError(
            "Filling {blanks} blanks of a text of {tokens} tokens with {beams} beginnings takes too long. "
            "Keep fewer beginnings, shorten the text, or take some blanks out.",
            blanks=blanks,
            tokens=tokens,
            beams=beams,
        )


class _Search:
    """What the head says about the blanks of one text."""

    def __init__(
        self, passes: ForwardPasses, reader: TextReader, encoding: Encoding, blanks: list[int]
    ) -> None:
        self._passes = passes
        self._encoding = encoding
        self._blanks = blanks
        self._no_words = reader.special_ids

    def from_left_to_right(self, beams: int, top_k: int) -> list[_Beginning]:
        """Fill the blanks one after another and return the best fillings."""
        beginnings = [_Beginning()]
        for step in range(len(self._blanks)):
            keep = beams if step + 1 < len(self._blanks) else top_k
            longer = []
            for beginning, state in zip(beginnings, self._states(beginnings), strict=True):
                # One at a time: the probabilities of a large vocabulary take 1 MB.
                best = self._words(state).topk(min(keep, self._passes.model.info.vocab_size))
                longer += [
                    beginning.followed_by(token_id, probability)
                    for token_id, probability in zip(best.indices.tolist(), best.values.tolist(), strict=True)
                    if token_id not in self._no_words
                ]
            beginnings = sorted(longer, key=lambda found: -found.probability)[:keep]
        return beginnings

    def first_words_alone(self) -> _Beginning:
        """Return the first word of each blank while all are hidden, with its probability in the chain."""
        hidden = self._passes.run(self._encoding).hidden[-1]
        found = _Beginning()
        for blank in self._blanks:
            token_id = int(self._words(hidden[blank]).argmax())
            (state,) = self._states([found])
            found = found.followed_by(token_id, float(self._words(state)[token_id]))
        return found

    def _words(self, state: Tensor) -> Tensor:
        """Return the probabilities (vocabulary,) at a blank, those of special tokens as zero."""
        probabilities = self._passes.word_probabilities(state).clone()
        probabilities[list(self._no_words)] = 0.0
        return probabilities

    def _states(self, beginnings: list[_Beginning]) -> Tensor:
        """Return the states (beginnings, hidden) of the first blank that is still hidden."""
        ids, segments = self._inputs(beginnings)
        return self._passes.last_hidden(ids, segments, at=self._blanks[len(beginnings[0].token_ids)])

    def _inputs(self, beginnings: list[_Beginning]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        copies = len(beginnings)
        ids = np.tile(self._encoding.ids, (copies, 1))
        filled = self._blanks[: len(beginnings[0].token_ids)]
        ids[:, filled] = [beginning.token_ids for beginning in beginnings]
        return ids, np.tile(self._encoding.segment_ids, (copies, 1))


def _filling(reader: TextReader, encoding: Encoding, blanks: list[int], found: _Beginning) -> JointFilling:
    text, pair, spans = fill_in(encoding, reader, dict(zip(blanks, found.token_ids, strict=True)))
    return JointFilling(
        words=tuple(reader.readable(token_id) for token_id in found.token_ids),
        token_ids=found.token_ids,
        step_probabilities=found.steps,
        probability=found.probability,
        text=text,
        pair=pair,
        spans=spans,
    )
