"""Questions with their contexts as inputs: windows of long contexts, and answers found in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.ask_question import MOST_ANSWER_TOKENS
from bertviz_core.results import QuestionExample
from bertviz_core.training.fine_tuning.row_maker import RowMaker, TaskRow

_LEAST_CONTEXT = 0.5
"""Of an input, the share that is kept for the context; a longer question is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWindow:
    """A question with a stretch of its context."""

    row: TaskRow
    context: str
    """All of it, as it was read."""
    tokens: NDArray[np.int64]  # (m,) places of the context's tokens in the input
    spans: NDArray[np.int64]  # (m, 2) their characters in the context


def training_window(maker: RowMaker, number: int, example: QuestionExample, *, seed: int) -> TaskRow | None:
    """Return the question with a context cut around the first answer; None where the answer cannot be read.

    Where the answer stands in the window is drawn, so that its place tells nothing.
    """
    pair = _Pair(maker, example)
    answer = pair.answer_tokens(example)
    if answer is None:
        return None
    first, last = answer
    rng = np.random.default_rng((seed, number))
    low = max(0, last + 1 - pair.room)
    high = min(first, max(0, len(pair.context) - pair.room))
    begin = int(rng.integers(low, high + 1)) if high >= low else first
    window = pair.window(number, begin)
    there = window.tokens[[first - begin, min(last - begin, len(window.tokens) - 1)]]
    row = window.row
    return TaskRow(example=number, ids=row.ids, segment_ids=row.segment_ids, target=there)


def answer_windows(maker: RowMaker, number: int, example: QuestionExample) -> list[AnswerWindow]:
    """Return windows that hold all of the context, each half of the one before."""
    pair = _Pair(maker, example)
    windows, begin = [], 0
    while True:
        windows.append(pair.window(number, begin))
        if begin + pair.room >= len(pair.context):
            return windows
        begin += max(1, pair.room // 2)


def best_span(start: NDArray[np.float32], end: NDArray[np.float32]) -> tuple[int, int, float]:
    """Return first and last token, and the score, of the best answer among m tokens of a context.

    Args:
        start: (m,) how much each token looks like the first one.
        end: (m,) like the last one.
    """
    length = len(start)
    scores = start[:, None] + end[None, :]  # (first, last)
    allowed = np.triu(np.ones((length, length), dtype=bool)) & ~np.triu(
        np.ones((length, length), dtype=bool), MOST_ANSWER_TOKENS
    )
    scores = np.where(allowed, scores, -np.inf)
    first, last = np.unravel_index(int(scores.argmax()), scores.shape)
    return int(first), int(last), float(scores[first, last])


class _Pair:
    """A question and its context as one long input, cut nowhere yet."""

    def __init__(self, maker: RowMaker, example: QuestionExample) -> None:
        self._maker = maker
        self._encoding = encoding = maker.read(example.question, example.context, whole=True)
        self.context = np.flatnonzero(encoding.sequence_ids == 1)  # tokens of the context
        question = np.flatnonzero(encoding.sequence_ids == 0)
        special = len(encoding) - len(self.context) - len(question)
        most = maker.max_tokens - special
        question = question[: max(1, int(most * (1 - _LEAST_CONTEXT)), most - len(self.context))]
        self.room = max(1, most - len(question))
        border = self.context[0] if len(self.context) else len(encoding) - 1
        before = np.flatnonzero(encoding.sequence_ids[:border] != 0)
        self._before = np.sort(np.concatenate([before, question]))
        self._after = np.arange(self.context[-1] + 1 if len(self.context) else border, len(encoding))

    def window(self, number: int, begin: int) -> AnswerWindow:
        """Return the input with the context from one of its tokens on, as far as there is room."""
        encoding = self._encoding
        tokens = self.context[begin : begin + self.room]
        kept = np.concatenate([self._before, tokens, self._after])
        row = TaskRow(
            example=number,
            ids=encoding.ids[kept],
            segment_ids=encoding.segment_ids[kept],
            target=np.zeros(2, dtype=np.int64),
        )
        return AnswerWindow(
            row=row,
            context=encoding.pair or "",
            tokens=len(self._before) + np.arange(len(tokens)),
            spans=encoding.spans[tokens],
        )

    def answer_tokens(self, example: QuestionExample) -> tuple[int, int] | None:
        """Return the first and the last token of the answer, counted within the context."""
        if not example.answers:
            return None
        answer, clean = example.answers[0], self._maker.clean
        begin = len(clean(example.context[: answer.start]))
        end = begin + len(clean(answer.text))
        if (self._encoding.pair or "")[begin:end] != clean(answer.text):
            return None
        starts, ends = self._encoding.spans[self.context].T
        inside = np.flatnonzero((starts < end) & (ends > begin) & (starts < ends))
        return (int(inside[0]), int(inside[-1])) if len(inside) else None
