"""Sentences for pairs that are no neighbours: from the stories written for this project."""

from __future__ import annotations

from functools import lru_cache

from bertviz_core.samples.stories import stories, story_languages


def sentences_elsewhere(text: str, *, language: str) -> tuple[str, ...]:
    """Return the sentences of all stories in the language of a text.

    Args:
        text: The visitor's text, whose language is told by the words it shares with the stories.
        language: Language of the interface, where the words do not decide.
    """
    words = set(text.lower().split())
    shared = {code: len(words & _words(code)) for code in story_languages()}
    most = max(shared.values())
    likely = [code for code, count in shared.items() if count == most]
    chosen = language if language in likely else likely[0]
    return tuple(sentence for story in stories(chosen) for sentence in story.sentences)


@lru_cache(maxsize=8)
def _words(language: str) -> frozenset[str]:
    return frozenset(word for story in stories(language) for word in story.text.lower().split())
