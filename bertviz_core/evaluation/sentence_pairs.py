"""Does the model tell a sentence that follows from one that does not?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bertviz_core.evaluation.steps import Step, nothing
from bertviz_core.results import PairItem, PairScores
from bertviz_core.samples.sets import SentencePair, sentence_pairs

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


def pair_scores(
    engine: BertEngine, pairs: Sequence[SentencePair] | None = None, *, step: Step = nothing
) -> PairScores | None:
    """Ask about the written pairs; None for a model without a next-sentence head."""
    if not engine.info.has_nsp_head:
        return None
    items = []
    for pair in sentence_pairs() if pairs is None else pairs:
        answer = engine.next_sentence(pair.first, pair.second)
        items.append(
            PairItem(
                language=pair.language,
                first=pair.first,
                second=pair.second,
                is_next=pair.is_next,
                probability=answer.is_next,
            )
        )
        step()
    return PairScores(items=tuple(items))
