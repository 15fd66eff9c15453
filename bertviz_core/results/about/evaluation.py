"""Everything that was measured on one model."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.about.classes import ClassScore
from bertviz_core.results.about.cloze import ClozeScores
from bertviz_core.results.about.held_out import HeldOutScores
from bertviz_core.results.about.next_sentence import PairScores
from bertviz_core.results.about.senses import WordSenses
from bertviz_core.results.about.speed import Speed


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One model's scores; None is a question for which it has no trained head."""

    model: str
    cloze: ClozeScores | None
    next_sentence: PairScores | None
    senses: tuple[WordSenses, ...]
    classes: tuple[ClassScore, ...]
    held_out: tuple[HeldOutScores, ...] = ()
    """A file each; empty where none was given or the model fills no blanks."""
    speed: Speed | None = None
    date: str = ""
    """Day of the measurement, ISO 8601."""
    versions: dict[str, str]
    """Of the libraries, by name."""
