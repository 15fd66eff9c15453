"""The spans of a context that answer a question, by a model that was fine-tuned to find them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.ask_heads import require_head
from bertviz_core.analysis.passes.fast_linear import fast_linear
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.many_texts import batches_of_one_length
from bertviz_core.analysis.texts.input_text import require_visible
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError
from bertviz_core.results import AnsweredQuestion, AnswerSpan, Encoding

MOST_ANSWER_TOKENS = 30
"""As in the code that was published with the paper."""

MOST_ANSWERS = 50


def answered_question(
    passes: ForwardPasses, reader: TextReader, *, question: str, context: str, top_k: int
) -> AnsweredQuestion:
    """Return the most probable spans of a context, which is read in windows where it is long.

    The probability of a span is the softmax of its scores, of beginning and end together (Devlin et al. 2019,
    section 4.2), among all spans of up to `MOST_ANSWER_TOKENS` tokens in all windows.

    Raises:
        MissingHeadError: The model was not fine-tuned to answer questions.
        InputError: Question or context have nothing in them, or `top_k` is out of bounds.
        TextTooLongError: The question leaves no room for the context.
    """
    head = require_head(passes, "question")
    require_visible(question)
    require_visible(context)
    if not 1 <= top_k <= MOST_ANSWERS:
        raise InputError("The number of answers must be between 1 and {most}.", most=MOST_ANSWERS)
    info = passes.model.info
    size = min(info.max_tokens, head.max_tokens or info.max_tokens)
    windows = reader.read_windows(question, context, size=size, has_segments=info.has_segments)
    found: list[tuple[NDArray[np.int64], NDArray[np.float64]]] = []
    for batch in batches_of_one_length(passes, [len(window) for window in windows]):
        ids = np.stack([windows[number].ids for number in batch])
        segments = np.stack([windows[number].segment_ids for number in batch])
        with fast_linear():
            scores = passes.head_scores(head.logits, passes.last_states(ids, segments)).numpy()
        found += [_spans(windows[number], scores[row]) for row, number in enumerate(batch)]
    spans, probabilities = _distinct(found)
    answers = [
        AnswerSpan(
            text=windows[0].pair[start:end] if windows[0].pair else "",
            start=start,
            end=end,
            probability=float(probabilities[place]),
        )
        for place, (start, end) in enumerate(spans[:top_k].tolist())
    ]
    return AnsweredQuestion(
        model=info.id,
        question=windows[0].text,
        context=windows[0].pair or "",
        answers=tuple(answers),
        windows=len(windows),
    )


def _spans(window: Encoding, scores: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the spans (n, 2) in characters of the context, and what each scores (n,).

    Args:
        window: One of the inputs.
        scores: (tokens, 2) of beginnings and ends.
    """
    places = np.flatnonzero((window.sequence_ids == 1) & (window.spans[:, 0] < window.spans[:, 1]))
    first, last = np.meshgrid(places, places, indexing="ij")
    possible = (first <= last) & (last - first < MOST_ANSWER_TOKENS)
    first, last = first[possible], last[possible]
    spans = np.stack([window.spans[first, 0], window.spans[last, 1]], axis=1)
    return spans, scores[first, 0] + scores[last, 1]


def _distinct(
    found: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return every span once, the most probable first; one in several windows has its highest score."""
    spans = np.concatenate([own for own, _ in found])
    scores = np.concatenate([own for _, own in found])
    order = np.argsort(-scores, kind="stable")
    _, firsts = np.unique(spans[order], axis=0, return_index=True)
    kept = order[np.sort(firsts)]
    weights = np.exp(scores[kept] - scores[kept[0]])
    return spans[kept], weights / weights.sum()
