"""Does the second text follow the first?"""

from __future__ import annotations

from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
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
        TextTooLongError: The pair does not fit.
    """
    require_whole(passes, encoding)
    scores = sentence_probabilities(passes, passes.run(encoding).hidden[-1, :1])
    is_next, not_next = scores[0].tolist()
    return NextSentence(model=passes.model.info.id, encoding=encoding, is_next=is_next, not_next=not_next)


def require_whole(passes: ForwardPasses, encoding: Encoding) -> None:
    """Refuse a pair that was cut: the answer for a part of it would be another answer.

    Raises:
        TextTooLongError: The pair does not fit.
    """
    if encoding.truncated:
        raise TextTooLongError(
            "The two texts together are longer than the {limit} tokens of the model, and cutting them would "
            "change the answer. Shorten them.",
            limit=passes.model.info.max_tokens,
        )


def sentence_probabilities(passes: ForwardPasses, states: Tensor) -> Tensor:
    """Return the probabilities (inputs, 2) of "is next" and "is not" for states (inputs, hidden) of [CLS]."""
    return passes.probabilities(lambda runner: runner.pair_scores(states))
