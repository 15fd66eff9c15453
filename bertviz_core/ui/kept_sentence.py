"""The sentence of a visit as the browser keeps it through a reload; what comes back may be anything."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bertviz_core.ui.visit_sentence import MOST_LETTERS, VisitSentence, hold, visit_sentence

MOST_HIDDEN = 100
"""Numbers of hidden words."""


def to_keep() -> dict[str, Any] | None:
    """Return the sentence as the browser keeps it: empty where it is too long, None without one."""
    sentence = visit_sentence()
    if sentence is None:
        return None
    if len(sentence.text) + len(sentence.second) > MOST_LETTERS or len(sentence.hidden) > MOST_HIDDEN:
        return {}
    return asdict(sentence)


def bring_back(kept: object) -> None:
    """Take what a browser says that it kept, unless this visit has a sentence; anything else is left out."""
    if visit_sentence() is None and (sentence := read_kept(kept)):
        hold(sentence)


def read_kept(kept: object) -> VisitSentence | None:
    """Return the sentence that a browser kept, whatever it sent."""
    if not isinstance(kept, dict):
        return None
    text, second, hidden = kept.get("text"), kept.get("second", ""), kept.get("hidden", [])
    if not (isinstance(text, str) and isinstance(second, str) and isinstance(hidden, list)):
        return None
    if not text.strip() or len(text) + len(second) > MOST_LETTERS or len(hidden) > MOST_HIDDEN:
        return None
    numbers = {n for n in hidden if isinstance(n, int) and 0 <= n < MOST_LETTERS}
    return VisitSentence(text=_whole(text), second=_whole(second), hidden=tuple(sorted(numbers)))


def _whole(text: str) -> str:
    """Return a text without halves of surrogate pairs, which cannot be sent."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
