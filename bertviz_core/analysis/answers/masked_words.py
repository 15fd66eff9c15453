"""What a model puts in each blank of a text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from torch import Tensor

from bertviz_core.analysis.answers.candidates import CandidateScorer
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError, MissingHeadError, TextTooLongError
from bertviz_core.results import Encoding, MaskedWord, MaskedWords, Prediction


@dataclass(frozen=True, slots=True)
class AskedBlank:
    """One blank of a text, and how many answers are wanted for it."""

    blank: int = 0
    """Which of the blanks, from 0."""
    top_k: int = 10


def require_masked_word_head(passes: ForwardPasses) -> None:
    """Refuse a model whose masked-word head would be random numbers.

    Raises:
        MissingHeadError: The checkpoint brought none.
    """
    if not passes.model.info.has_mlm_head:
        raise MissingHeadError(
            "“{model}” has no trained masked-word head. Choose a model that has one, for instance mini.",
            model=passes.model.info.name,
        )


def masked_words(
    passes: ForwardPasses,
    reader: TextReader,
    *,
    encoding: Encoding,
    top_k: int,
    scorer: CandidateScorer,
) -> MaskedWords:
    """Return ranked words, and the probabilities of the scorer's candidates, for every blank.

    Raises:
        InputError: No blank in the text, or `top_k` is not between 1 and the vocabulary's size,
            or the candidates do not suit.
        TextTooLongError: A blank stands in the part that did not fit.
    """
    blanks = find_blanks(encoding, reader)
    lists = scorer.lists(len(blanks))
    hidden = passes.run(encoding).hidden[-1]
    masks = []
    for blank, words in zip(blanks, lists, strict=True):
        whole = passes.word_probabilities(hidden[blank])  # one blank at a time: (vocabulary,) can be 1 MB
        scored, unscored = scorer.score(words, encoding, blank=blank, whole=whole)
        best = ranked(whole, top_k, reader)
        masks.append(MaskedWord(index=blank, predictions=best, candidates=scored, unscored=unscored))
    return MaskedWords(model=passes.model.info.id, text=encoding.text, encoding=encoding, masks=tuple(masks))


def find_blanks(encoding: Encoding, reader: TextReader) -> list[int]:
    """Return the places of the blanks among the tokens.

    Raises:
        InputError: There is none.
        TextTooLongError: One stands in the part that did not fit.
    """
    mask = reader.mask_token or ""
    if mask in encoding.cut:
        raise TextTooLongError(
            "A blank stands beyond the {limit} tokens that the model can read. Shorten the text before it.",
            limit=reader.max_tokens,
        )
    blanks = np.flatnonzero(encoding.ids == reader.mask_id).tolist()
    if not blanks:
        raise InputError("There is no blank in the text. Write {mask} or ___ in place of a word.", mask=mask)
    return blanks


def find_blank(encoding: Encoding, reader: TextReader, blank: int) -> int:
    """Return the place among the tokens of one of the blanks, counted from 0.

    Raises:
        InputError: There is no such blank.
        TextTooLongError: A blank stands in the part that did not fit.
    """
    blanks = find_blanks(encoding, reader)
    if blank not in range(len(blanks)):
        raise InputError("There is no such blank: the text has {count}. Choose one.", count=len(blanks))
    return blanks[blank]


def answer_at(passes: ForwardPasses, encoding: Encoding, place: int) -> Tensor:
    """Return the probabilities (vocabulary,) of the masked-word head at one place of a text."""
    return passes.word_probabilities(passes.run(encoding).hidden[-1, place])


def require_list_length(top_k: int, most: int) -> None:
    """Refuse a list of words that is empty or longer than all there are.

    Raises:
        InputError: `top_k` is not between 1 and `most`.
    """
    if not 1 <= top_k <= most:
        raise InputError("The number of words must be between 1 and {most}.", most=most)


def ranked(probabilities: Tensor, top_k: int, reader: TextReader) -> tuple[Prediction, ...]:
    """Return the most probable entries of a vocabulary's probabilities (vocabulary,), in order.

    Raises:
        InputError: `top_k` is not between 1 and the vocabulary's size.
    """
    require_list_length(top_k, len(probabilities))
    best = probabilities.topk(top_k)
    return tuple(
        Prediction(token=reader.readable(token_id), token_id=token_id, probability=probability, rank=rank)
        for rank, (token_id, probability) in enumerate(
            zip(best.indices.tolist(), best.values.tolist(), strict=True), start=1
        )
    )
