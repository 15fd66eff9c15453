"""Does the second text follow the first?"""

from __future__ import annotations

import torch

from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.errors import MissingHeadError, TextTooLongError
from bertviz_core.results import Encoding, NextSentence


def require_next_sentence_head(passes: ForwardPasses) -> None:
    """Refuse a model whose next-sentence head would be random numbers.

    Raises:
        MissingHeadError: The checkpoint brought none.
    """
    if not passes.model.info.has_nsp_head:
        raise MissingHeadError(
            "“{model}” has no trained next-sentence head. Choose a model that has one, for instance mini.",
            model=passes.model.info.name,
        )


def next_sentence(passes: ForwardPasses, encoding: Encoding) -> NextSentence:
    """Return both probabilities for a pair (Devlin et al. 2019, section 3.1).

    Raises:
        TextTooLongError: The pair does not fit; the answer for a part of it would be another answer.
    """
    if encoding.truncated:
        raise TextTooLongError(
            "The two texts together are longer than the {limit} tokens of the model, and cutting them would "
            "change the answer. Shorten them.",
            limit=passes.model.info.max_tokens,
        )
    network = passes.model.network
    hidden = passes.run(encoding).hidden
    with torch.inference_mode():
        pooled = network.base_model.pooler(hidden[-1:])  # (1, hidden), from [CLS]
        is_next, not_next = network.cls.seq_relationship(pooled)[0].softmax(dim=-1).tolist()
    return NextSentence(model=passes.model.info.id, encoding=encoding, is_next=is_next, not_next=not_next)
