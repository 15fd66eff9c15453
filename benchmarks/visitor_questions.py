"""What visitors ask: another text each time, some of them the same one at the same moment."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.visitor_texts import Texts
from bertviz_core.ui.words.packed_text import pack

LOCALES = {"es": "es-ES", "en": "en-US", "pt": "pt-BR"}


@dataclass(frozen=True, slots=True)
class Question:
    """One view of a page, and what a link to it carries."""

    page: str
    view: str
    language: str
    parameters: Mapping[str, str] | None = None
    """None where the view was opened by a click, with what was typed there before."""

    @property
    def link(self) -> dict[str, str]:
        """All parameters of the address."""
        return ({"view": self.view} if self.view else {}) | dict(self.parameters or {})


Parameters = Callable[[Texts], dict[str, str]]


def _nothing(texts: Texts) -> dict[str, str]:
    return {}


def _text(texts: Texts) -> dict[str, str]:
    return {"text": texts.sentence()}


def _blank(texts: Texts) -> dict[str, str]:
    return {"text": texts.sentence(blank=True)}


def _pair(texts: Texts) -> dict[str, str]:
    return {"first": texts.sentence(), "second": texts.sentence()}


def _candidates(texts: Texts) -> dict[str, str]:
    return {"first": texts.sentence(), "candidates": "\n".join(texts.sentence() for _ in range(5))}


def _paragraph(texts: Texts) -> dict[str, str]:
    return {"paragraph": texts.paragraph(4)}


def _lesson(texts: Texts) -> dict[str, str]:
    return {"text": texts.paragraph(3)}


def _word(texts: Texts) -> dict[str, str]:
    lines = [f"{texts.sentence()} banco {texts.sentence()}" for _ in range(6)]
    return {"word": "banco", "sentences": pack("\n".join(lines))}


def _steps(texts: Texts) -> dict[str, str]:
    return _text(texts) | {"of": "sentence"}


def _compared(texts: Texts) -> dict[str, str]:
    return {"compare": pack("\n".join(texts.sentence() for _ in range(5)))}


QUESTIONS: dict[str, dict[str, Parameters]] = {
    "": {"": _nothing},
    "attention": {"explore": _text, "heads": _text, "flow": _text, "query_key": _text, "off": _text},
    "masked_words": {
        "fill": _blank,
        "compare": _blank,
        "directions": _blank,
        "layers": _blank,
        "why": _blank,
        "surprise": _text,
    },
    "next_sentence": {"pair": _pair, "rank": _candidates, "order": _paragraph, "why": _pair},
    "words": {
        "map": _word,
        "layers": _word,
        "neighbours": _word,
        "geometry": _word,
        "path": _pair,
        "sentences": _compared,
        "tagging": _nothing,
    },
    "inside": {
        "input": _text,
        "by_hand": _steps,
        "masks": _text,
        "positions": _text,
        "network": _nothing,
    },
    "pretraining": {"batch": _lesson, "loss": _lesson, "step": _lesson, "idea": _nothing},
    "history": dict.fromkeys(("train", "vectors", "occurrences"), _nothing),
    "fine_tuning": dict.fromkeys(("data", "learn", "results", "ask", "before_after", "runs"), _nothing),
    "teach": dict.fromkeys(("tours", "own"), _nothing),
    "about": dict.fromkeys(("cloze", "next_sentence", "senses", "classes", "held_out"), _nothing),
}
"""Pages by the last part of their path, their views in the order of their buttons, what a link may carry."""

MIX = "mix"
HOME = "home"


def places(page: str) -> list[tuple[str, str]]:
    """Return the pages and views that are meant by a name.

    Args:
        page: A page, for its first view; page and view with a `/` between them; or `mix`, for all there are.
    """
    if page == MIX:
        return [(name, view) for name, views in QUESTIONS.items() for view in views]
    name, _, view = ("" if page == HOME else page).partition("/")
    return [(name, view or next(iter(QUESTIONS[name])))]


class Curiosity:
    """Where one visitor goes and what they ask there.

    Args:
        page: What `places` understands.
        run: Name of the run; the same visitor asks something else in another one.
        number: Of the visitor.
        equal: Share of the questions that several visitors ask.
        gap: Seconds between the questions; so long everybody who asks the same asks the same.
        tokens: Length of the texts, or None.
    """

    def __init__(
        self, page: str, run: str, number: int, *, equal: float, gap: float, tokens: int | None
    ) -> None:
        self._random = random.Random(f"{run} {number}")
        self.language = list(LOCALES)[number % len(LOCALES)]
        self._places = places(page)
        self._run, self._equal, self._gap, self._tokens = run, equal, gap, tokens
        self._own = Texts(f"{run} {number} texts", self.language, tokens)

    def place(self) -> tuple[str, str]:
        """Choose a page and a view."""
        return self._random.choice(self._places)

    def question(self, page: str, view: str, second: float) -> Question:
        """Ask something.

        Args:
            page: Where.
            view: Where.
            second: Of the run.
        """
        texts = self._own
        if self._random.random() < self._equal:
            texts = Texts(f"{self._run} {page} {view} {int(second / self._gap)}", "es", self._tokens)
        return Question(page, view, self.language, QUESTIONS[page][view](texts))

    def leaves(self, share: float) -> bool:
        """Decide whether to leave in the middle of an answer."""
        return self._random.random() < share

    def part(self) -> float:
        """Return a number between 0 and 1."""
        return self._random.random()

    def pause(self) -> float:
        """Return the seconds from one question to the next: half the gap to one and a half."""
        return self._gap * (0.5 + self._random.random())
