"""What a network is given of an example: token ids, read as the model reads them everywhere else."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.texts.input_text import readable_part
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import Encoding

IGNORED = -100
"""A place of which nothing is asked."""

_ANY_LENGTH = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One input of a network: n tokens."""

    example: int
    """Number of the example that it was made of."""
    ids: NDArray[np.int64]  # (n,)
    segment_ids: NDArray[np.int64]  # (n,)
    target: NDArray[np.int64]
    """Of texts (1,) the class; of words (n,) the tag at each first piece, `IGNORED` elsewhere; of questions
    (2,) the first and the last token of the answer."""


class RowMaker:
    """Reads texts for one model, cut at a length."""

    def __init__(self, model: LoadedModel, *, max_tokens: int) -> None:
        """Take the tokenizer of a model; it is cut where the model ends at the latest."""
        self.max_tokens = min(max_tokens, model.info.max_tokens)
        self.has_segments = model.info.has_segments
        self._reader = TextReader(
            model.tokenizer,
            mask_token=model.info.mask_token,
            unknown_token=model.unknown_token,
            own_tokens=model.own_tokens,
            max_tokens=self.max_tokens,
        )
        self._whole_reader = copy(self._reader)
        self._whole_reader.max_tokens = _ANY_LENGTH

    def read(self, text: str, pair: str | None = None, *, whole: bool = False) -> Encoding:
        """Return the tokens of a text or a pair, cut unless wanted whole.

        Of what cannot be read only the special tokens are left: every example has an answer.
        """
        reader = self._whole_reader if whole else self._reader
        texts = readable_part(text), None if pair is None else readable_part(pair)
        try:
            return reader.read(*texts, has_segments=self.has_segments)
        except InputError:
            instead = reader.read(".", None if pair is None else ".", has_segments=self.has_segments)
            return _special_tokens_of(instead)

    def clean(self, text: str) -> str:
        """Return a text as it is read: composed letters, blanks as the mask token."""
        return self._reader.clean(readable_part(text))


def _special_tokens_of(encoding: Encoding) -> Encoding:
    kept = np.flatnonzero(encoding.special)
    return replace(
        encoding,
        text="",
        pair=None if encoding.pair is None else "",
        tokens=tuple(encoding.tokens[place] for place in kept),
        surfaces=tuple(encoding.surfaces[place] for place in kept),
        ids=encoding.ids[kept],
        segment_ids=encoding.segment_ids[kept],
        sequence_ids=encoding.sequence_ids[kept],
        positions=np.arange(len(kept)),
        word_ids=encoding.word_ids[kept],
        spans=encoding.spans[kept],
        special=encoding.special[kept],
        unknown=encoding.unknown[kept],
    )
