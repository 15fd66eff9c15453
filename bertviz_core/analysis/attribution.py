"""What each token adds to one answer: a word in a blank, or that the second text is the next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import Tensor

from bertviz_core.analysis.candidates import CandidateScorer
from bertviz_core.analysis.forward import ForwardPasses
from bertviz_core.analysis.input_text import check_word
from bertviz_core.analysis.integrated_gradients import Explained, integrated_gradients
from bertviz_core.analysis.masked_words import answer_at, find_blank
from bertviz_core.analysis.next_sentence import require_whole
from bertviz_core.analysis.tokens import TextReader
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Attribution, Encoding

MOST_TOKENS, MOST_STEPS = 128, 300
"""Every step costs a pass with gradients: 50 of them, at this length, take some ten seconds."""


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """The word whose log probability is explained, and where."""

    blank: int = 0
    """Which of the blanks, from 0."""
    word: str | int | None = None
    """A word, or a vocabulary entry by its id; the most probable one when None."""


@dataclass(frozen=True, slots=True)
class _Question:
    """One answer, and how it is read off a pass."""

    place: int
    answer: str
    explained: Explained


def attribute_masked_word(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, wanted: ExplainedWord, steps: int
) -> Attribution:
    """Explain the log probability of a word in one blank.

    A word of several pieces is refused: each piece is asked of another text, with the pieces before it filled
    in, so that there is no single difference which the tokens of this one could add up to.

    Raises:
        InputError: There is no such blank, the word is not one piece, or `steps` is out of bounds.
        TextTooLongError: The text has more than `MOST_TOKENS` tokens.
    """
    place = find_blank(encoding, reader, wanted.blank)
    require_feasible(encoding, steps)
    token_id = _token_id(passes, reader, encoding, place=place, word=wanted.word)
    answer = check_word(wanted.word) if isinstance(wanted.word, str) else reader.readable(token_id)
    logits = passes.model.family.mlm_logits

    def log_probability(network: Any, states: Tensor) -> Tensor:
        return logits(network, states[:, place]).log_softmax(dim=-1)[:, token_id]

    return _attribution(passes, reader, encoding, _Question(place, answer, log_probability), steps)


def attribute_next_sentence(
    passes: ForwardPasses, reader: TextReader, encoding: Encoding, *, steps: int
) -> Attribution:
    """Explain the log odds that the second text is the next one.

    Raises:
        InputError: `steps` is out of bounds, or the model has no mask token.
        TextTooLongError: The pair does not fit, or has more than `MOST_TOKENS` tokens.
    """
    require_whole(passes, encoding)
    require_feasible(encoding, steps)
    require_mask(reader)
    return _attribution(passes, reader, encoding, _Question(0, "", _is_next_log_odds), steps)


def _is_next_log_odds(network: Any, states: Tensor) -> Tensor:
    scores = network.cls.seq_relationship(network.base_model.pooler(states[:, :1]))
    odds: Tensor = scores[:, 0] - scores[:, 1]
    return odds


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


def _token_id(
    passes: ForwardPasses, reader: TextReader, encoding: Encoding, *, place: int, word: str | int | None
) -> int:
    """Return the vocabulary's entry for a word in a blank."""
    if word is None:
        return int(answer_at(passes, encoding, place).argmax())
    if isinstance(word, str):
        return _only_piece(check_word(word), CandidateScorer(passes, reader, ()), encoding, place)
    if word not in range(passes.model.info.vocab_size):
        raise InputError("The vocabulary has no entry {number}.", number=word)
    return word


def _only_piece(word: str, scorer: CandidateScorer, encoding: Encoding, place: int) -> int:
    pieces = scorer.written_pieces(word, encoding, place)
    if len(pieces) > 1:
        raise InputError(
            "“{word}” is {count} pieces for this model, and each of them is a question of its own. "
            "Choose a word of one piece.",
            word=word,
            count=len(pieces),
        )
    return pieces[0]


def _attribution(
    passes: ForwardPasses, reader: TextReader, encoding: Encoding, question: _Question, steps: int
) -> Attribution:
    integral = integrated_gradients(
        passes, encoding, mask_id=reader.mask_id, explained=question.explained, steps=steps
    )
    return Attribution(
        model=passes.model.info.id,
        encoding=encoding,
        index=question.place,
        answer=question.answer,
        scores=integral.scores,
        value=integral.value,
        baseline=integral.baseline,
        steps=steps,
    )
