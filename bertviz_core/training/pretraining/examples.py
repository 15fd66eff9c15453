"""Draw pretraining examples: a pair of neighbouring stretches of text, or a pair that is none.

As in Devlin et al. 2019 (section 3.1 and appendix A.2): half of the pairs are true neighbours, half
have a second part from elsewhere. Lengths vary from two single sentences to the whole input, and a
share of the negatives comes from the same document, so that style and topic alone do not give the
answer away. Documents of one sentence serve masked words only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.training.pretraining.corpus import Corpus

IS_NEXT, NOT_NEXT, NO_PAIR = 0, 1, -100
COLUMNS = ("first_start", "first_end", "second_start", "second_end", "label")


@dataclass(frozen=True, slots=True)
class ExamplePlan:
    """How long the examples are and where the false neighbours come from."""

    lengths: tuple[int, ...] = (128,)  # whole inputs, special tokens included; 0 is one sentence each
    length_weights: tuple[float, ...] = (1.0,)
    same_document: float = 0.2  # share of negatives drawn from another place of the same document
    repeats: tuple[float, ...] = (1.0,)  # passes over each language (file) in one epoch
    one_liner_repeats: float = 1.0  # further factor for documents of one sentence


def draw_examples(corpus: Corpus, plan: ExamplePlan, *, seed: int) -> NDArray[np.int32]:
    """Draw one epoch of examples.

    Returns:
        `(examples, 5)`, columns `COLUMNS`: token positions in the corpus, ends exclusive, and the label
        0 is next, 1 is not, -100 no second part (start and end are then 0).
    """
    return np.array(list(_Drawer(corpus, plan, seed).epoch()), dtype=np.int32).reshape(-1, len(COLUMNS))


class _Drawer:
    def __init__(self, corpus: Corpus, plan: ExamplePlan, seed: int) -> None:
        self.plan = plan
        self.rng = np.random.default_rng(seed)
        self.random = _uniform(self.rng)
        self.sentence_starts: list[int] = corpus.sentence_starts.tolist()
        self.document_starts: list[int] = corpus.document_starts.tolist()
        self.languages: list[int] = corpus.languages.tolist()
        # documents with at least two sentences, by language, weighted by their length when drawn
        sizes = np.diff(corpus.document_starts)
        self.partners: dict[int, tuple[list[int], list[int]]] = {}
        for language in np.unique(corpus.languages).tolist():
            chosen = np.flatnonzero((corpus.languages == language) & (sizes > 1))
            self.partners[language] = (chosen.tolist(), np.cumsum(sizes[chosen]).tolist())
        self.cumulative = np.cumsum(plan.length_weights) / np.sum(plan.length_weights)

    def epoch(self) -> Iterator[tuple[int, int, int, int, int]]:
        repeats = np.array(
            [self.plan.repeats[language % len(self.plan.repeats)] for language in self.languages]
        )
        single = np.diff(self.document_starts) == 1
        repeats = repeats * np.where(single, self.plan.one_liner_repeats, 1.0)
        times = np.floor(repeats + self.rng.random(len(repeats))).astype(int)
        for document in self.rng.permutation(np.repeat(np.arange(len(times)), times)).tolist():
            yield from self._document(document)

    def _document(self, document: int) -> Iterator[tuple[int, int, int, int, int]]:
        start, end = self.document_starts[document], self.document_starts[document + 1]
        longest = max(self.plan.lengths)
        at = start
        while at < end:
            length = self._length()
            if end - at == 1:
                first = self.sentence_starts[at]
                yield first, min(self.sentence_starts[at + 1], first + (length or longest) - 2), 0, 0, NO_PAIR
                return
            room = (length or longest) - 3
            share = 0.25 + 0.5 * next(self.random)
            # one sentence at least on each side
            middle = at + 1 if not length else max(at + 1, min(end - 1, self._fitting(at, int(room * share))))
            first_end = self.sentence_starts[middle]
            first_start = max(
                self.sentence_starts[at], first_end - int(room * 0.75)
            )  # keep what borders on B
            room -= first_end - first_start
            if next(self.random) < 0.5:
                after, label = middle, IS_NEXT
            else:
                after, label = self._elsewhere(document, middle), NOT_NEXT
            second_start = self.sentence_starts[after]
            last = after + 1 if not length else self._document_end(after)
            second_end = min(self.sentence_starts[last], second_start + room)
            yield first_start, first_end, second_start, second_end, label
            # what a false neighbour displaced comes next; of a true one whatever did not fit is skipped
            at = middle if label == NOT_NEXT else max(middle + 1, self._sentence_at(second_end))

    def _length(self) -> int:
        return self.plan.lengths[int(np.searchsorted(self.cumulative, next(self.random), side="right"))]

    def _fitting(self, sentence: int, tokens: int) -> int:
        """Return the first sentence that no longer fits `tokens` counted from the start of `sentence`."""
        return bisect_right(self.sentence_starts, self.sentence_starts[sentence] + tokens) - 1

    def _sentence_at(self, token: int) -> int:
        """Return the sentence that begins at or before a token."""
        return bisect_right(self.sentence_starts, token) - 1

    def _document_end(self, sentence: int) -> int:
        return self.document_starts[bisect_right(self.document_starts, sentence)]

    def _elsewhere(self, document: int, middle: int) -> int:
        """Return a sentence that does not follow: far away in the same document, or in another one."""
        start, end = self.document_starts[document], self.document_starts[document + 1]
        if end - start > 20 and next(self.random) < self.plan.same_document:
            distance = 5 + int(next(self.random) * (end - start - 10))
            return start + (middle - start + distance) % (end - start)
        documents, cumulative = self.partners[self.languages[document]]
        for _ in range(20):  # another document; a corpus of one document has no other
            drawn = int(next(self.random) * cumulative[-1])
            place = bisect_right(cumulative, drawn)
            if documents[place] != document:
                offset = drawn - (cumulative[place - 1] if place else 0)
                return self.document_starts[documents[place]] + offset
        return start + (middle - start + (end - start) // 2) % (end - start)


def _uniform(rng: np.random.Generator) -> Iterator[float]:
    """Yield uniform numbers in [0, 1), drawn in blocks because one by one is slow."""
    while True:
        yield from rng.random(65_536).tolist()


def length_of(examples: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the input length of each example, special tokens included."""
    first = examples[:, 1] - examples[:, 0]
    second = examples[:, 3] - examples[:, 2]
    return first + second + np.where(examples[:, 4] == NO_PAIR, 2, 3)


def plan_batches(
    examples: NDArray[np.int32], widths: Sequence[int], tokens_per_batch: int, *, seed: int
) -> list[tuple[int, NDArray[np.int32]]]:
    """Sort examples into batches of one padded width each, in random order; remainders are dropped.

    Returns:
        Pairs of width and `(tokens_per_batch // width, 5)` examples, one at least.
    """
    rng = np.random.default_rng(seed)
    lengths = length_of(examples)
    batches = []
    lower = 0
    for width in sorted(widths):
        group = rng.permutation(np.flatnonzero((lengths > lower) & (lengths <= width)))
        size = max(1, tokens_per_batch // width)
        batches += [(width, examples[group[i : i + size]]) for i in range(0, len(group) - size + 1, size)]
        lower = width
    return [batches[i] for i in rng.permutation(len(batches))]
