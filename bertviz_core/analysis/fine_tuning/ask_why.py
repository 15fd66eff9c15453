"""What each token adds to the class of a text or a pair."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from bertviz_core.analysis.answers.attribution import (
    ExplainedAnswer,
    attribution,
    require_feasible,
    require_mask,
)
from bertviz_core.analysis.fine_tuning.ask_text import require_pair, require_text_head, text_classes
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError
from bertviz_core.results import Attribution, Encoding


def attribute_class(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, label: str | None, steps: int
) -> Attribution:
    """Explain the log odds of a class against all others together: log p / (1 - p).

    Raises:
        MissingHeadError: The model was not fine-tuned to tell classes of texts apart.
        InputError: There is no such class, the second text is missing, or the model has no mask token.
        TextTooLongError: There are more than 128 tokens.
    """
    head = require_text_head(passes)
    require_pair(head, encoding.pair)
    require_feasible(encoding, steps)
    require_mask(reader)
    if label is None:
        label = text_classes(passes, encoding).label
    if label not in head.info.labels:
        raise InputError("The model knows no class “{label}”. Choose one of its own.", label=label)
    place = head.info.labels.index(label)
    others = [other for other in range(len(head.info.labels)) if other != place]

    def log_odds(network: Any, state: Tensor) -> Tensor:
        scores = head.logits(state)  # (inputs, classes)
        return scores[:, place] - torch.logsumexp(scores[:, others], dim=1)

    answer = ExplainedAnswer(0, "", log_odds, label)
    return attribution(passes, reader, encoding, answer, steps)
