"""What a model learns from: examples of one task, each in its part of the set."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.json_forms import Int8Array, IntArray

Task = Literal["sentence", "pair", "tagging", "question"]
TASKS: tuple[Task, ...] = ("sentence", "pair", "tagging", "question")
"""The four of the paper (Devlin et al. 2019, figure 4): one text or two to a class, words to tags, a
question to a span of a text."""

TRAIN, VALIDATION, TEST = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TextExample:
    """A text, or a pair of them, and its class."""

    text: str
    label: str
    pair: str | None = None
    language: str = ""
    """ISO 639-1 code; empty where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedExample:
    """The words of a sentence, each with its tag."""

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    """Of each word; entities as BIO2."""
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A span of a context."""

    text: str
    start: int
    """In characters of the context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionExample:
    """A question, and a text that holds its answer."""

    question: str
    context: str
    answers: tuple[Answer, ...]
    """The first one is to be learned, any of them counts as right."""
    language: str = ""


Examples = tuple[TextExample, ...] | tuple[TaggedExample, ...] | tuple[QuestionExample, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningData:
    """A set of examples, parted for learning, for watching and for the final measure."""

    task: Task
    name: str
    """Of the file or of the written set."""
    examples: Examples
    labels: tuple[str, ...]
    """The classes in a fixed order, of tags `O` first; empty for questions."""
    parts: Int8Array
    """(n,): `TRAIN`, `VALIDATION` or `TEST` for each example."""
    seed: int
    """Of the split."""
    groups: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """(n,): the number of each example's group; those of one stay in one part, because they depend on each
    other. Empty where it is not known: each example stands for itself."""

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of task, examples and parts in hexadecimal digits, whatever its name."""
        digest = hashlib.sha256(self.task.encode())
        for number, part in enumerate(self.parts.tolist()):
            example = self.examples[number]
            digest.update(json.dumps([asdict(example), part], ensure_ascii=False, sort_keys=True).encode())
        return digest.hexdigest()

    @property
    def counts(self) -> tuple[int, int, int]:
        """Count the examples of each part."""
        train, validation, test = np.bincount(self.parts, minlength=3).tolist()
        return train, validation, test

    @property
    def label_ids(self) -> NDArray[np.int64]:
        """Return the place of each text's class among the labels (n,)."""
        places = {label: place for place, label in enumerate(self.labels)}
        return np.array([places[example.label] for example in self.examples], dtype=np.int64)  # type: ignore[union-attr]

    @property
    def group_ids(self) -> NDArray[np.int64]:
        """Return the group of each example (n,), one of its own where none is known."""
        return self.groups if len(self.groups) == len(self.examples) else np.arange(len(self.examples))

    def part(self, number: int) -> tuple[Any, ...]:
        """Return the examples of one part, in their order."""
        return tuple(e for e, part in zip(self.examples, self.parts, strict=True) if part == number)
