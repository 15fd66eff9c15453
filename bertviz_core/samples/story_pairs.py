"""Pairs of sentences of which it is known whether the second follows the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bertviz_core.samples.stories import Story, stories, story_languages

PairKind = Literal["next", "other_story", "same_story"]
"""The second is the next sentence, one of another story, or one of the same story in a wrong place."""


@dataclass(frozen=True, slots=True)
class StoryPair:
    """Two sentences of the stories."""

    language: str
    kind: PairKind
    first: str
    second: str

    @property
    def follows(self) -> bool:
        """Tell whether the second is the one that was written after the first."""
        return self.kind == "next"


def story_pairs() -> tuple[StoryPair, ...]:
    """Return every two neighbours of the stories, each with a pair of the same first sentence that are none.

    In half of these the second is of another story, in half of the same one but earlier or later: not
    chosen by chance, so that every run measures the same.
    """
    return tuple(pair for language in story_languages() for pair in _pairs(stories(language)))


def _pairs(told: tuple[Story, ...]) -> Iterator[StoryPair]:
    count = 0
    for number, story in enumerate(told):
        for place, (first, second) in enumerate(zip(story.sentences, story.sentences[1:], strict=False)):
            yield StoryPair(story.language, "next", first, second)
            if count % 2:
                stray = _misplaced(story, place, number)
                yield StoryPair(story.language, "same_story", first, stray)
            else:
                stray = told[(number + 1 + place) % len(told)].sentences[place + 1]
                yield StoryPair(story.language, "other_story", first, stray)
            count += 1


def _misplaced(story: Story, place: int, number: int) -> str:
    """Return a sentence of the story that neither stands at this place nor after it."""
    others = [other for other in range(len(story.sentences)) if other not in (place, place + 1)]
    return story.sentences[others[number % len(others)]]
