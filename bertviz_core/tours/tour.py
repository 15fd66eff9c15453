"""What a tour is: steps, each a view of the app with something said about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Words = Mapping[str, str]
"""A text by its languages; one that is the same in all of them stands under `""`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Done:
    """When a task is done."""

    kind: Literal["equals", "changed", "clicked"]
    name: str
    """A parameter of the address, `text` for what is typed, or the place that is clicked."""
    value: str = ""
    """What the parameter is to be."""

    def __str__(self) -> str:
        """Write it as files do."""
        if self.kind == "equals":
            return f"{self.name}={self.value}"
        return f"{self.name} changed" if self.kind == "changed" else f"clicked {self.name}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Task:
    """Something to do in the view."""

    text: Words
    done_when: Done | None = None
    """It ticks by itself; None where nobody can tell."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Question:
    """What to guess before the answer is shown."""

    text: Words
    answer: Words
    options: tuple[Words, ...] = ()
    """To choose from; without them the guess is free."""
    right: int | None = None
    """Number of the right option, from 0; None where none of them is."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TourStep:
    """One view, and what is said about it."""

    title: Words
    text: Words
    view: Words
    """The address of a view as a shared link holds it: `attention?text=…&layer=3`."""
    highlight: str = ""
    """One of `PLACES`, or nothing."""
    task: Task | None = None
    question: Question | None = None
    seconds: int = 0
    """How long a lecturer stays; 0 where nobody said."""
    notes: Words | None = None
    """For the lecturer alone."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tour:
    """Steps in their order."""

    title: Words
    about: Words
    steps: tuple[TourStep, ...]
    model: str = ""
    """The model of which its numbers are true; empty for whichever is open."""

    @property
    def minutes(self) -> int:
        """How long a lecturer takes, whole minutes; 0 where nobody said."""
        return round(sum(step.seconds for step in self.steps) / 60)


def in_language(words: Words | None, language: str) -> str:
    """Return a text in a language, or else in English, or else in the first that it has."""
    if not words:
        return ""
    for name in (language, "", "en"):
        if name in words:
            return words[name]
    return next(iter(words.values()))
