"""Small sets of every task, in the words that the tiny checkpoints know, and somebody who watches."""

from __future__ import annotations

import numpy as np

from bertviz_core.results import (
    Answer,
    LearningData,
    LearningPoint,
    LearningSettings,
    QuestionExample,
    TaggedExample,
    Task,
    TextExample,
)

QUICK = LearningSettings(epochs=2, batch_size=4, learning_rate=1e-3, max_tokens=32)
_PLACES = ("banco", "plaza", "río", "sol", "store", "world", "south", "rua")
_THINGS = ("dinero", "cama", "milk", "queijo", "gallon", "birds", "mulher", "man")
_NAMES = ("Penguins", "Saqué", "The", "La")


def lesson(task: Task, count: int = 24, *, seed: int = 0) -> LearningData:
    """Return examples that can be told apart by their words; every third is held out or watched."""
    make = {"sentence": _text, "pair": _pair, "tagging": _tagged, "question": _question}[task]
    examples = tuple(make(number) for number in range(count))
    labels = {"tagging": ("O", "B-PER", "I-PER"), "question": ()}.get(task, ("place", "thing"))
    parts = np.array([(0, 0, 0, 1, 0, 2)[number % 6] for number in range(count)], dtype=np.int8)
    return LearningData(task=task, name=task, examples=examples, labels=labels, parts=parts, seed=seed)


def _word(number: int) -> tuple[str, str]:
    words, label = ((_PLACES, "place"), (_THINGS, "thing"))[number // 2 % 2]
    return words[number // 4 % len(words)], label


def _text(number: int) -> TextExample:
    word, label = _word(number)
    return TextExample(text=f"the {word} is {'big' * (number % 3)} and {word}.", label=label, language="en")


def _pair(number: int) -> TextExample:
    word, label = _word(number)
    pair = f"{word} and {word}" + " of the" * (number % 3)
    return TextExample(text=f"the {word} and", pair=pair, label=label)


def _tagged(number: int) -> TaggedExample:
    word, name = _word(number)[0], _NAMES[number % len(_NAMES)]
    return TaggedExample(
        tokens=(name, word, "live", "at", "the", word)[: 4 + number % 3],
        tags=("B-PER", "I-PER", "O", "O", "O", "O")[: 4 + number % 3],
    )


def _question(number: int) -> QuestionExample:
    word = _word(number)[0]
    before = "they live at the south of the world " * (number % 3)
    context = f"{before}the man bought {word} and went home"
    start = context.index(word, len(before))
    return QuestionExample(
        question="the man bought", context=context, answers=(Answer(text=word, start=start),), language="en"
    )


class Notebook:
    """Watches a run and keeps what it is told."""

    def __init__(self, *, stop_at: int | None = None, fail_at: int | None = None) -> None:
        self.points: list[LearningPoint] = []
        self.steps: list[tuple[int, int]] = []
        self._stop_at, self._fail_at = stop_at, fail_at

    def point(self, point: LearningPoint) -> None:
        self.points.append(point)

    def progress(self, step: int, steps: int, seconds: float, seconds_left: float | None) -> None:
        self.steps.append((step, steps))

    def should_stop(self) -> bool:
        step = self.steps[-1][0]
        if self._fail_at is not None and step >= self._fail_at:
            raise Interrupted
        return self._stop_at is not None and step >= self._stop_at

    @property
    def curve(self) -> list[tuple[object, ...]]:
        """All that was told but the time."""
        return [
            (
                point.step,
                point.epoch,
                point.loss,
                point.learning_rate,
                point.validation
                and (
                    point.validation.loss,
                    point.validation.score,
                    None if point.validation.confusion is None else point.validation.confusion.tolist(),
                ),
            )
            for point in self.points
        ]


class Interrupted(Exception):
    """The process has to end."""
