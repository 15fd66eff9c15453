"""Does the model put a word in a blank that a person would accept?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from bertviz_core.errors import TextTooLongError
from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import ClozeItem, ClozeScores
from bertviz_core.samples.sets import Cloze, cloze_sentences

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

SHOWN = 10
"""Answers that are kept of each blank."""


def cloze_scores(
    engine: BertEngine, sentences: Sequence[Cloze] | None = None, *, step: Step = nothing
) -> ClozeScores | None:
    """Fill the blanks of the written sentences; None for a model without a masked-word head.

    The rank of an accepted word is that of its piece in the whole vocabulary, so words of several pieces
    cannot be right. A sentence that the model is too short for is left out.
    """
    if not engine.info.has_mlm_head:
        return None
    items = []
    for sentence in cloze_sentences() if sentences is None else sentences:
        with suppress(TextTooLongError):
            if not engine.read_blanks(sentence.sentence).windowed:
                items.append(_fill(engine, sentence))
        step()
    return ClozeScores(items=tuple(items)) if items else None


def _fill(engine: BertEngine, cloze: Cloze) -> ClozeItem:
    (mask,) = engine.fill_mask(
        cloze.sentence, min(SHOWN, engine.info.vocab_size), cloze.accepted, skip_unscorable=True
    ).masks
    ranks = [word.rank for word in mask.candidates if word.rank is not None]
    return ClozeItem(
        language=cloze.language,
        sentence=cloze.sentence,
        accepted=cloze.accepted,
        rank=min(ranks, default=None),
        answers=tuple(prediction.token for prediction in mask.predictions),
    )
