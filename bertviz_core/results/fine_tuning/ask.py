"""What a model was fine-tuned for, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.fine_tuning.data import Task
from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskInfo:
    """The task of a fine-tuned model."""

    task: Task
    labels: tuple[str, ...]
    """Classes or tags in the order of the scores; empty for questions."""
    base: str = ""
    """Id of the model that was fine-tuned, where that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextClasses:
    """The class of a text or a pair."""

    model: str
    encoding: Encoding
    labels: tuple[str, ...]
    probabilities: NDArray[np.float64]  # (labels,)

    @property
    def label(self) -> str:
        """Return the most probable class."""
        return self.labels[int(self.probabilities.argmax())]

    def ranked(self) -> tuple[tuple[str, float], ...]:
        """Return every class with its probability, the most probable first."""
        order = np.argsort(-self.probabilities, kind="stable")
        return tuple((self.labels[place], float(self.probabilities[place])) for place in order)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Words that name one thing together."""

    kind: str
    """What the tags of its words say after `B-` and `I-`."""
    first: int
    """Number of its first word."""
    last: int
    """Number of its last word."""
    start: int
    """In characters of the text."""
    end: int
    probability: float
    """Lowest probability of the tags of its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedText:
    """The words of a text, each with its tag."""

    model: str
    encoding: Encoding
    labels: tuple[str, ...]
    words: tuple[str, ...]
    """As far as the model could read them."""
    word_index: NDArray[np.int64]  # (words,) number of each among the words that were given or found
    spans: NDArray[np.int64]  # (words, 2) in characters of the text
    probabilities: NDArray[np.float64]  # (words, labels)
    entities: tuple[Entity, ...]
    """Empty where tags are no entities."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the most probable tag of each word."""
        return tuple(self.labels[place] for place in self.probabilities.argmax(axis=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSpan:
    """A part of the context that may be the answer."""

    text: str
    start: int
    """In characters of the context."""
    end: int
    probability: float
    """Among all spans of up to 30 tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestion:
    """The best answers that a context holds."""

    model: str
    question: str
    context: str
    """Both as they were read."""
    answers: tuple[AnswerSpan, ...]
    """The most probable first."""
    windows: int
    """Passes it took to read the context; one where it fits the model."""
