"""Items of which each is in one language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class InLanguage(Protocol):
    """What has a language."""

    @property
    def language(self) -> str:
        """Return an ISO 639-1 code."""
        ...


Item = TypeVar("Item", bound=InLanguage)


def languages_of(items: Iterable[InLanguage]) -> tuple[str, ...]:
    """Return the languages of items in the order in which they come."""
    return tuple(dict.fromkeys(item.language for item in items))


def of_language(items: Iterable[Item], language: str | None) -> list[Item]:
    """Return the items in one language, or all of them for None."""
    return [item for item in items if language in (None, item.language)]
