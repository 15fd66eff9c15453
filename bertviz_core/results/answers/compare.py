"""The answers for one blank beside those for another."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from bertviz_core.results.answers.masked_words import MaskedWord, Prediction


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedWord:
    """One word with what becomes of it; None where it is not among the answers of a side."""

    token: str
    before: Prediction | None
    after: Prediction | None

    @property
    def change(self) -> float | None:
        """How much more probable it is after than before, where both are known."""
        if self.before is None or self.after is None:
            return None
        return self.after.probability - self.before.probability


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedBlank:
    """The ranked answers for two blanks, longer lists than are shown, so that words are found again."""

    before: MaskedWord
    after: MaskedWord
    shown: int
    """So many of each are drawn."""
    same_vocabulary: bool
    """Words are the same by their ids; else by how they are written."""

    @property
    def drawn(self) -> tuple[MaskedWord, MaskedWord]:
        """The first answers of both sides."""
        before, after = (
            replace(mask, predictions=mask.predictions[: self.shown]) for mask in (self.before, self.after)
        )
        return before, after

    @property
    def alone(self) -> tuple[frozenset[int], frozenset[int]]:
        """On each side the ranks of the drawn words that are not drawn on the other side."""
        before, after = ([self._key(p) for p in mask.predictions] for mask in self.drawn)
        return (
            frozenset(rank for rank, key in enumerate(before, start=1) if key not in after),
            frozenset(rank for rank, key in enumerate(after, start=1) if key not in before),
        )

    def words(self) -> tuple[ComparedWord, ...]:
        """Return every drawn word with its two probabilities, those of the first side in front."""
        before, after = self._found(self.before), self._found(self.after)
        drawn = {self._key(p): p.token for mask in self.drawn for p in mask.predictions}
        return tuple(
            ComparedWord(token=token, before=before.get(key), after=after.get(key))
            for key, token in drawn.items()
        )

    def _found(self, mask: MaskedWord) -> dict[Hashable, Prediction]:
        """Find the answers by what makes them the same word; of equal ones the most probable counts."""
        return {self._key(p): p for p in reversed(mask.predictions)}

    def _key(self, prediction: Prediction) -> Hashable:
        return prediction.token_id if self.same_vocabulary else prediction.token
