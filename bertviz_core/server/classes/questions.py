"""A question to the class: asked, voted on in silence, perhaps again after talking, explained.

The order is that of peer instruction (Mazur, 1997; Crouch and Mazur, 2001): a vote, what the class thinks,
talk with neighbours, a second vote, the answer. What the model says is told last.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

State = Literal["open", "closed", "shown", "explained"]
Step = Literal["close", "show", "again", "explain"]

FEWEST_VOTES = 5
"""Fewer are not shown: who voted for what could be guessed."""
LONGEST_CHOICE = 60
"""Letters of a word that somebody votes for."""
MOST_BARS = 12

_HEAD = re.compile(r"[^0-9]{0,10}([0-9]{1,2})[^0-9]{1,10}([0-9]{1,2})[^0-9]{0,3}")
"""A layer and a head, however people write them: 3.5, 3,5, L3 H5."""

_STEPS: dict[tuple[State, Step], State] = {
    ("open", "close"): "closed",
    ("open", "show"): "shown",
    ("closed", "show"): "shown",
    ("closed", "again"): "open",
    ("shown", "again"): "open",
    ("shown", "explain"): "explained",
    ("closed", "explain"): "explained",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassQuestion:
    """What is asked, and how far it is."""

    number: int
    """From 1, within a class."""
    kind: str
    """`word`, `next`, `head` or `sense`: front ends have words of their own for them."""
    about: str
    """The sentence that it is about; a text of whoever asks."""
    options: tuple[str, ...] = ()
    """What there is to choose; empty where everybody writes a word."""
    model: tuple[tuple[str, float], ...] = ()
    """What the model says, with its probabilities; told when the question is explained."""
    state: State = "open"
    round: int = 1

    @property
    def rounds(self) -> range:
        """Name the votes so far."""
        return range(1, self.round + 1)

    def begun(self, number: int) -> ClassQuestion:
        """Return it as it begins, with its number."""
        return replace(self, number=number, state="open", round=1)

    def after(self, step: Step) -> ClassQuestion | None:
        """Return it after a step of the lecturer's; None where that step is none now."""
        state = _STEPS.get((self.state, step))
        if state is None or (step == "again" and self.round == 2):
            return None
        return replace(self, state=state, round=self.round + (step == "again"))

    def document(self, votes: dict[int, list[str]]) -> dict[str, Any]:
        """Return what everybody may know now: no counts before they are shown, nor while there is a vote."""
        told: dict[str, Any] = {
            "number": self.number,
            "kind": self.kind,
            "about": self.about,
            "options": list(self.options),
            "state": self.state,
            "round": self.round,
            "votes": len(votes.get(self.round, ())),
        }
        if self.state in ("shown", "explained"):
            told["counts"] = [self.counts(votes.get(number, [])) for number in self.rounds]
        if self.state == "explained":
            told["model"] = [list(row) for row in self.model]
        return told

    def counts(self, choices: list[str]) -> list[list[Any]] | None:
        """Return `[label, votes]`, most votes first, options in their order; None of too few votes."""
        if len(choices) < FEWEST_VOTES:
            return None
        return [list(row) for row in self.tally(choices)]

    def tally(self, choices: Iterable[str]) -> list[tuple[str, int]]:
        """Count votes: those for options by their numbers, words folded by case and accents."""
        if self.options:
            chosen = Counter(choices)
            return [(label, chosen[str(place)]) for place, label in enumerate(self.options)]
        spellings: dict[str, Counter[str]] = {}
        for word in choices:
            spellings.setdefault(folded(word), Counter())[word] += 1
        found = [(_usual(spelling), spelling.total()) for spelling in spellings.values()]
        return sorted(found, key=lambda row: (-row[1], row[0]))[:MOST_BARS]

    def read_choice(self, said: object) -> str | None:
        """Return a vote as it is kept; None of what cannot be one."""
        if not isinstance(said, str):
            return None
        text = " ".join(said[: 4 * LONGEST_CHOICE].split())
        if self.options:
            possible = text.isascii() and text.isdigit() and int(text[:4]) < len(self.options)
            return str(int(text[:4])) if possible else None
        text = "".join(sign for sign in text if sign.isprintable())[:LONGEST_CHOICE].strip()
        if self.kind == "head":
            found = _HEAD.fullmatch(text)
            return f"{int(found[1])}.{int(found[2])}" if found else None
        return text if folded(text) else None


def _usual(spellings: Counter[str]) -> str:
    """Return the spelling that most chose, a plain one where several did."""
    return max(spellings, key=lambda word: (spellings[word], word == folded(word), word.islower(), word))


def folded(word: str) -> str:
    """Return a word without case, accents and signs around it, by which equal answers are counted as one."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return " ".join(letters.split()).strip(".,;:!?¡¿\"'()«»“”‘’ ")
