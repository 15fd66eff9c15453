"""What each token adds to one answer, whichever is asked about; rooms say what the answer is."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.integrated_gradients import Explained, integrated_gradients
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Attribution, Encoding

MOST_TOKENS, MOST_STEPS = 128, 300
"""Every step costs a pass with gradients: 50 of them, at this length, take some ten seconds."""


@dataclass(frozen=True, slots=True)
class ExplainedAnswer:
    """One answer, and how it is read off a pass."""

    place: int
    """Among the tokens: where the answer is read."""
    answer: str
    """The word; empty for what is no word."""
    explained: Explained
    label: str = ""
    """The class, where one is explained."""


def require_feasible(encoding: Encoding, steps: int) -> None:
    """Refuse an explanation that would take too long.

    Raises:
        InputError: `steps` is out of bounds.
        TextTooLongError: The text has more than `MOST_TOKENS` tokens.
    """
    if len(encoding) > MOST_TOKENS:
        raise TextTooLongError(
            "An answer is explained for texts of up to {limit} tokens only; this one has {count}. "
            "Shorten it.",
            limit=MOST_TOKENS,
            count=len(encoding),
        )
    if not 2 <= steps <= MOST_STEPS:
        raise InputError("The number of steps must be between 2 and {most}.", most=MOST_STEPS)


def require_mask(reader: TextReader) -> None:
    """Refuse a model without the token with which every explanation begins.

    Raises:
        InputError: It has none.
    """
    if reader.mask_id < 0:
        raise InputError("This model has no mask token, with which an explanation begins. Choose another.")


def attribution(
    passes: ForwardPasses, reader: TextReader, encoding: Encoding, answer: ExplainedAnswer, steps: int
) -> Attribution:
    """Explain an answer by integrated gradients (Sundararajan et al. 2017), beginning with masked words."""
    integral = integrated_gradients(
        passes, encoding, answer.explained, place=answer.place, mask_id=reader.mask_id, steps=steps
    )
    return Attribution(
        model=passes.model.info.id,
        encoding=encoding,
        index=answer.place,
        answer=answer.answer,
        scores=integral.scores,
        value=integral.value,
        baseline=integral.baseline,
        steps=integral.steps,
        label=answer.label,
    )
