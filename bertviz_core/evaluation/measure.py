"""All questions put to one model."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from datetime import date
from importlib.metadata import version
from typing import TYPE_CHECKING

from bertviz_core.evaluation.classes import DATA, class_scores
from bertviz_core.evaluation.cloze import cloze_scores
from bertviz_core.evaluation.held_out import PARAGRAPHS, held_out_scores
from bertviz_core.evaluation.held_out_text import HeldOutText
from bertviz_core.evaluation.next_sentence import pair_scores
from bertviz_core.evaluation.senses import sense_scores
from bertviz_core.evaluation.speed import speed
from bertviz_core.results import Evaluation
from bertviz_core.samples.sets import cloze_sentences, sense_sentences, sentence_pairs

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

Progress = Callable[[int, int], None]
"""Called with the texts that are done and the texts there are."""


def measure(
    engine: BertEngine,
    held_out: Sequence[HeldOutText] = (),
    *,
    paragraphs: int = PARAGRAPHS,
    loading_s: float | None = None,
    on_progress: Progress = lambda done, total: None,
) -> Evaluation:
    """Put every question to a model for which it has a head.

    Args:
        engine: The model.
        held_out: Text it was not trained on.
        paragraphs: How many of each are read.
        loading_s: How long loading the model took, where that was seen.
        on_progress: Told how far it is.

    Raises:
        InputError: Nothing of a held-out text can be hidden.
    """
    info, done = engine.info, 0
    texts = held_out if info.has_mlm_head else ()
    total = written_texts(engine) + len(texts) * paragraphs * (2 + info.has_nsp_head)

    def step() -> None:
        nonlocal done
        done = min(done + 1, total)
        on_progress(done, total)

    evaluation = Evaluation(
        model=info.id,
        cloze=cloze_scores(engine, step=step),
        next_sentence=pair_scores(engine, step=step),
        senses=sense_scores(engine, step=step),
        classes=class_scores(engine, step=step),
        held_out=tuple(held_out_scores(engine, text, paragraphs=paragraphs, step=step) for text in texts),
        speed=speed(engine, loading_s=loading_s),
        date=date.today().isoformat(),
        versions=versions(),
    )
    on_progress(total, total)
    return evaluation


def written_texts(engine: BertEngine) -> int:
    """Return how many texts of the written sets a model reads."""
    return (
        engine.info.has_mlm_head * len(cloze_sentences())
        + engine.info.has_nsp_head * len(sentence_pairs())
        + len(sense_sentences())
        + sum(len(read()) for read in DATA.values())
    )


def versions() -> dict[str, str]:
    """Return the versions of what computes the numbers."""
    names = ("torch", "transformers", "tokenizers", "scikit-learn", "numpy")
    return {"python": platform.python_version()} | {name: version(name) for name in names}
