"""Does the model tell a sentence that follows from one that does not?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from bertviz_core.errors import TextTooLongError
from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import PairItem, PairScores
from bertviz_core.samples.sets import SentencePair, sentence_pairs

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


def pair_scores(
    engine: BertEngine, pairs: Sequence[SentencePair] | None = None, *, step: Step = nothing
) -> PairScores | None:
    """Ask about the written pairs; None for a model without a next-sentence head.

    A pair that the model is too short for is left out.
    """
    if not engine.info.has_nsp_head:
        return None
    items = []
    for pair in sentence_pairs() if pairs is None else pairs:
        with suppress(TextTooLongError):
            items.append(_judge(engine, pair))
        step()
    return PairScores(items=tuple(items)) if items else None


def _judge(engine: BertEngine, pair: SentencePair) -> PairItem:
    return PairItem(
        language=pair.language,
        first=pair.first,
        second=pair.second,
        is_next=pair.is_next,
        probability=engine.next_sentence(pair.first, pair.second).is_next,
    )
