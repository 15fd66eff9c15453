"""The class of a text, or of a pair of texts, by a model that was fine-tuned for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.fine_tuning.ask_heads import require_head
from bertviz_core.analysis.passes.fast_linear import fast_linear
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.many_texts import batches_of_one_length
from bertviz_core.analysis.texts.input_text import is_blank, readable_part
from bertviz_core.errors import InputError
from bertviz_core.models.task_head import TaskHead
from bertviz_core.results import Encoding, TextClasses

Progress = Callable[[int, int], None]
"""Called with the texts classified and all texts; what it raises ends the work."""

Row = str | tuple[str, str | None]
"""A text, or a pair."""

ReadTexts = Callable[[str, str | None], Encoding]


def require_text_head(passes: ForwardPasses) -> TaskHead:
    """Return the head that tells classes of texts apart.

    Raises:
        MissingHeadError: The model was not fine-tuned for that.
    """
    return require_head(passes, "sentence", "pair")


def require_pair(head: TaskHead, pair: str | None) -> None:
    """Refuse one text where the model learned from two.

    Raises:
        InputError: The second text is missing.
    """
    if head.info.task == "pair" and is_blank(pair or ""):
        raise InputError("This model compares two texts. Write the second one too.")


def text_classes(passes: ForwardPasses, encoding: Encoding) -> TextClasses:
    """Return the probability of every class for one input."""
    head = require_text_head(passes)
    require_pair(head, encoding.pair)
    scores = _probabilities(passes, head, passes.run(encoding).hidden[-1:])
    return TextClasses(
        model=passes.model.info.id,
        encoding=encoding,
        labels=head.info.labels,
        probabilities=scores[0].numpy().copy(),
    )


def classify_many(
    passes: ForwardPasses,
    read: ReadTexts,
    rows: Iterable[Row],
    *,
    skip_unreadable: bool,
    progress: Progress | None,
) -> NDArray[np.float32]:
    """Return the probabilities (rows, classes) of many texts, those of one length in one batch.

    Raises:
        InputError: A text has nothing in it, or the second one is missing, and such rows are not skipped.
    """
    head = require_text_head(passes)
    rows = list(rows)
    inputs: dict[int, NDArray[np.int64]] = {}  # (2, tokens): ids and segments, all that is kept of a text
    for number, row in enumerate(rows):
        text, pair = (row, None) if isinstance(row, str) else row
        try:
            require_pair(head, pair)
            encoding = read(readable_part(text), None if pair is None else readable_part(pair))
        except InputError:
            if not skip_unreadable:
                raise
            continue
        inputs[number] = np.stack([encoding.ids, encoding.segment_ids])
    found = np.full((len(rows), len(head.info.labels)), np.nan, dtype=np.float32)
    numbers = list(inputs)
    done = len(rows) - len(inputs)
    for batch in batches_of_one_length(passes, [inputs[number].shape[1] for number in numbers]):
        chosen = [numbers[place] for place in batch]
        ids, segments = np.stack([inputs[number] for number in chosen], axis=1)
        with fast_linear():
            found[chosen] = _probabilities(passes, head, passes.last_states(ids, segments)).numpy()
        done += len(chosen)
        if progress is not None:
            progress(done, len(rows))
    return found


def _probabilities(passes: ForwardPasses, head: TaskHead, states: Tensor) -> Tensor:
    """Return probabilities (inputs, classes) in double precision for last states (inputs, tokens, hidden)."""
    return passes.head_scores(head.logits, states).softmax(dim=-1)
