"""What a model puts in a blank when its tokens may look to one side only.

The sides are closed by a mask of the attention in every layer, as in a model that reads in one direction
(Devlin et al. 2019, section 5.1, "LTR"); the weights stay those of a model trained to look both ways.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.answers.candidates import CandidateScorer
from bertviz_core.analysis.answers.masked_words import AskedBlank, find_blank, ranked
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.results import DirectedAnswers, Encoding, MaskedWord


def fill_mask_by_direction(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, asked: AskedBlank, word: str | None
) -> DirectedAnswers:
    """Answer one blank with the left side, the right side, and both.

    Raises:
        InputError: There is no such blank, or the length of the lists is out of range.
        TextTooLongError: A blank stands in the part that did not fit.
    """
    place = find_blank(encoding, reader, asked.blank)
    scorer = CandidateScorer(passes, reader, ())
    own = None if word is None else scorer.entry(word, encoding, place)

    def answers(scores: Tensor) -> MaskedWord:
        probabilities = scores.softmax(dim=-1)
        followed = () if own is None else (scorer.candidate(word or "", (own,), probabilities),)
        best = ranked(probabilities, asked.top_k, reader)
        return MaskedWord(index=place, predictions=best, candidates=followed)

    left, right, both = _log_probabilities(passes, encoding, place)
    return DirectedAnswers(
        model=passes.model.info.id,
        encoding=encoding,
        index=place,
        left=answers(left),
        right=answers(right),
        joined=answers(left + right),
        both=answers(both),
    )


def side_mask(special: NDArray[np.bool_], side: str) -> Tensor:
    """Return what is added to the attention scores (1, 1, query, key): nothing, or the lowest number.

    Many heads rest on [CLS] and [SEP] when they have nothing to do: without these a model falls apart, so
    every token sees them. They themselves see each other only, and carry nothing from the closed side.

    Args:
        special: Which tokens are special (tokens,).
        side: The side that stays open, "left" or "right"; every token sees itself.
    """
    marks = torch.from_numpy(special)
    square = torch.ones(len(marks), len(marks), dtype=torch.bool)
    open_side = square.tril() if side == "left" else square.triu()
    is_open = torch.where(marks[:, np.newaxis], marks, open_side | marks)
    mask = torch.zeros(square.shape)
    return mask.masked_fill_(~is_open, torch.finfo(mask.dtype).min)[np.newaxis, np.newaxis]


def _log_probabilities(passes: ForwardPasses, encoding: Encoding, place: int) -> Tensor:
    """Return the logarithms (3, vocabulary) of what the model expects from the left, the right and both."""
    ids, segments = (np.stack([part, part]) for part in (encoding.ids, encoding.segment_ids))
    masks = torch.cat([side_mask(encoding.special, side) for side in ("left", "right")])
    sides = passes.last_hidden(ids, segments, at=place, mask=masks)
    both = passes.run(encoding).hidden[-1:, place]
    return passes.word_probabilities(torch.cat([sides, both])).log()
