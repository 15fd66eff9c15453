"""What each token adds to the probability of a word in a blank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import Tensor

from bertviz_core.analysis.answers.attribution import ExplainedAnswer, attribution, require_feasible
from bertviz_core.analysis.answers.candidates import CandidateScorer
from bertviz_core.analysis.answers.masked_words import answer_at, find_blank
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.input_text import check_word
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError
from bertviz_core.results import Attribution, Encoding


@dataclass(frozen=True, slots=True)
class ExplainedWord:
    """The word whose log probability is explained, and where."""

    blank: int = 0
    """Which of the blanks, from 0."""
    word: str | int | None = None
    """A word, or a vocabulary entry by its id; the most probable one when None."""


def attribute_masked_word(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, wanted: ExplainedWord, steps: int
) -> Attribution:
    """Explain the log probability of a word in one blank.

    A word of several pieces is refused: each piece is asked of another text, with the pieces before it filled
    in, so that there is no single difference which the tokens of this one could add up to.

    Raises:
        InputError: There is no such blank, the word is not one piece, or `steps` is out of bounds.
        TextTooLongError: The text has more than `answers.attribution.MOST_TOKENS` tokens.
    """
    place = find_blank(encoding, reader, wanted.blank)
    require_feasible(encoding, steps)
    token_id = _token_id(passes, reader, encoding, place=place, word=wanted.word)
    answer = check_word(wanted.word) if isinstance(wanted.word, str) else reader.readable(token_id)
    logits = passes.model.family.mlm_logits

    def log_probability(network: Any, state: Tensor) -> Tensor:
        return logits(network, state[:, 0]).log_softmax(dim=-1)[:, token_id]

    return attribution(passes, reader, encoding, ExplainedAnswer(place, answer, log_probability), steps)


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
