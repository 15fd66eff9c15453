"""What each token adds to the answer that the second text is the next one."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from bertviz_core.analysis.answers.attribution import (
    ExplainedAnswer,
    attribution,
    require_feasible,
    require_mask,
)
from bertviz_core.analysis.answers.next_sentence import require_whole
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.results import Attribution, Encoding


def attribute_next_sentence(
    passes: ForwardPasses, reader: TextReader, encoding: Encoding, *, steps: int
) -> Attribution:
    """Explain the log odds that the second text is the next one.

    Raises:
        InputError: `steps` is out of bounds, or the model has no mask token.
        TextTooLongError: The pair does not fit, or has more than `answers.attribution.MOST_TOKENS` tokens.
    """
    require_whole(passes, encoding)
    require_feasible(encoding, steps)
    require_mask(reader)
    return attribution(passes, reader, encoding, ExplainedAnswer(0, "", _is_next_log_odds), steps)


def _is_next_log_odds(network: Any, state: Tensor) -> Tensor:
    scores = network.cls.seq_relationship(network.base_model.pooler(state))
    odds: Tensor = scores[:, 0] - scores[:, 1]
    return odds
