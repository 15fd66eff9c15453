"""How a model reads a text: its tokens, where they stand, and what did not fit."""

from __future__ import annotations

import threading
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding as RawEncoding
from tokenizers import Tokenizer
from tokenizers.decoders import ByteLevel
from tokenizers.models import WordPiece

from bertviz_core.analysis.texts.input_text import clean_text, is_blank, readable_part, require_visible
from bertviz_core.analysis.texts.special_tokens import read_special_tokens_as_text
from bertviz_core.analysis.texts.token_spans import (
    apart_from_signs,
    number_array,
    shared_characters,
    token_spans,
    typed_surfaces,
    words_of_whole_characters,
)
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import Encoding
from bertviz_core.settings import get_settings


class TextReader:
    """One tokenizer, shared by all threads.

    Truncation is a state of the tokenizer, not an argument of a call: two threads at once would cut
    each other's texts without an exception. Every use stands under one lock.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        *,
        mask_token: str | None,
        unknown_token: str | None,
        max_tokens: int,
        own_tokens: Collection[str] = (),
    ) -> None:
        """Make a tokenizer of our own after the one that came with the model.

        Args:
            tokenizer: The model's.
            mask_token: What a blank is written as.
            unknown_token: What stands for everything the vocabulary does not have.
            max_tokens: That the model reads.
            own_tokens: Special tokens that keep their meaning where they are written in a text.
        """
        self.mask_token = mask_token
        self.max_tokens = max_tokens
        self._lock = threading.Lock()
        self._tokenizer = read_special_tokens_as_text(tokenizer, except_for={mask_token, *own_tokens})
        self._names = {number: name for name, number in tokenizer.get_vocab(with_added_tokens=True).items()}
        self._unknown_id = _id_of(unknown_token, tokenizer)
        self._byte_level = isinstance(tokenizer.decoder, ByteLevel)
        self._word_piece = isinstance(tokenizer.model, WordPiece)
        self.mask_id = _id_of(mask_token, tokenizer)
        added = tokenizer.get_added_tokens_decoder()
        self.special_ids = frozenset(number for number, token in added.items() if token.special)

    def read(
        self, text: str, pair: str | None = None, *, has_segments: bool = True, most: int | None = None
    ) -> Encoding:
        """Encode a text or a pair, cut at the model's length, or at a shorter one, with the cut shown.

        Of a pair the longer text is cut first. A pair without anything visible counts as none.

        Raises:
            InputError: Nothing is left of the text, or it has more characters than allowed.
        """
        require_visible(text)
        text = self.clean(text)
        pair = None if pair is None or is_blank(pair) else self.clean(pair)
        with self._lock:
            whole = kept = self._encode(text, pair)
            most = min(self.max_tokens, most or self.max_tokens)
            if len(whole) > most:
                self._tokenizer.enable_truncation(most, strategy="longest_first")
                kept = self._encode(text, pair)
                self._tokenizer.no_truncation()
        encoding = self._describe(kept, text, pair, has_segments, whole=kept is whole)
        _require_content(encoding)
        if kept is whole:
            return encoding
        return _with_cut(encoding, whole)

    def count(self, text: str, pair: str | None = None) -> int:
        """Count the tokens of a text or a pair, special ones too, and those that would be cut.

        Of a text with more characters than allowed the first ones are counted; what cannot be read has none.
        """
        with self._lock, suppress(InputError):
            second = None if pair is None else self.clean(readable_part(pair))
            return len(self._encode(self.clean(readable_part(text)), second))
        return 0

    def read_windows(
        self, text: str, context: str, *, size: int, has_segments: bool = True
    ) -> tuple[Encoding, ...]:
        """Encode a pair whose second text is read in windows that overlap where it is long.

        Args:
            text: The first text, whole in every window.
            context: The second one.
            size: Most tokens of a window.
            has_segments: The model takes segment ids.

        Raises:
            InputError: Nothing is left of a text, or it has more characters than allowed.
            TextTooLongError: The first text leaves less than half of a window.
        """
        text, context = self.clean(text), self.clean(context)
        with self._lock:
            whole = self._encode(text, context)
            beside = len(whole) - whole.sequence_ids.count(1)
            if 2 * beside > size:
                raise TextTooLongError(
                    "The question has {count} tokens, which leaves too little room for the text. Shorten it.",
                    count=beside,
                )
            windows = [whole]
            if len(whole) > size:
                self._tokenizer.enable_truncation(size, stride=(size - beside) // 2, strategy="only_second")
                first = self._encode(text, context)
                self._tokenizer.no_truncation()
                windows = [first, *first.overflowing]
        described = tuple(
            self._describe(window, text, context, has_segments, whole=len(windows) == 1) for window in windows
        )
        _require_content(described[0])
        return described

    def pieces(self, word: str, *, after_space: bool = True) -> list[int]:
        """Return the ids of a word as it would stand in a text, without special tokens.

        Args:
            word: One word; a continuation of the vocabulary (`##s`) stands for itself.
            after_space: The word begins after a space; byte-level vocabularies tell this apart.
        """
        continuation = self._tokenizer.token_to_id(word) if word.startswith("##") else None
        if self._word_piece and continuation is not None:
            return [continuation]
        text = f" {word}" if self._byte_level and after_space else word
        with self._lock:
            return list(self._encode(text, special=False).ids)

    def pieces_with_spans(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the ids of all tokens of a cleaned text, however long, and the characters they stand for."""
        with self._lock:
            raw = self._encode(text, special=False)
        return list(raw.ids), list(raw.offsets)

    def readable(self, token_id: int) -> str:
        """Return a vocabulary entry for reading: without word-boundary markers, `##` kept."""
        piece = self.vocabulary_piece(token_id)
        if self._word_piece or token_id not in self._names:
            return piece
        with self._lock:
            text = self._tokenizer.decode([token_id], skip_special_tokens=False).strip()
        return piece if not text or "\ufffd" in text else text

    def vocabulary_piece(self, token_id: int) -> str:
        """Return a vocabulary entry exactly as it is written there."""
        return self._names.get(token_id, f"<{token_id}>")  # some vocabularies are padded to a round number

    def ordinary_ids(self) -> NDArray[np.int64]:
        """Return the ids of all entries that are pieces of texts, in order."""
        others = [*self.special_ids, self._unknown_id, self.mask_id]
        return np.setdiff1d(np.fromiter(self._names, dtype=np.int64), others)

    def continues_word(self, token_id: int) -> bool:
        """Tell whether a vocabulary entry goes on with the word before it, where there is one."""
        piece = self.vocabulary_piece(token_id)
        if self._word_piece:
            return piece.startswith("##")
        return not piece.startswith("Ġ" if self._byte_level else "▁")

    def is_unknown(self, token_id: int) -> bool:
        """Tell whether an id stands for everything the vocabulary does not have."""
        return token_id == self._unknown_id

    def _encode(self, text: str, pair: str | None = None, *, special: bool = True) -> RawEncoding:
        """Run the tokenizer, whose lock is held."""
        try:
            return self._tokenizer.encode(text, pair, add_special_tokens=special)
        except Exception as error:  # the library raises bare Exception
            raise InputError(
                "The model's vocabulary lacks a part of this text and has no token for what it lacks. Change "
                "the text or choose another model."
            ) from error

    def clean(self, text: str) -> str:
        """Return a text as it is read: composed letters, blanks as the mask token.

        Raises:
            TextTooLongError: It has more characters than allowed.
        """
        limit = get_settings().max_characters
        return clean_text(text, mask_token=self.mask_token, max_characters=limit)

    def _describe(
        self, raw: RawEncoding, text: str, pair: str | None, has_segments: bool, *, whole: bool
    ) -> Encoding:
        ids = np.array(raw.ids, dtype=np.int64)
        sequences = number_array(raw.sequence_ids)
        texts = (text, pair or "")
        tokens = tuple(self.vocabulary_piece(token_id) for token_id in raw.ids)
        spans = token_spans(tokens, sequences, raw.offsets, texts)
        surfaces = typed_surfaces(tokens, sequences, spans, texts, whole=whole)
        shared = shared_characters(sequences, spans)
        segments = np.array(raw.type_ids, dtype=np.int64) if has_segments else np.zeros_like(ids)
        special = sequences < 0
        word_ids = number_array(raw.word_ids)
        if not (self._word_piece or self._byte_level):
            word_ids = apart_from_signs(word_ids, sequences, surfaces, shared)
        word_ids = words_of_whole_characters(word_ids, sequences, shared)
        return Encoding(
            text=text,
            pair=pair,
            tokens=tokens,
            surfaces=surfaces,
            ids=ids,
            segment_ids=segments,
            sequence_ids=sequences,
            positions=np.arange(len(ids)),
            word_ids=word_ids,
            spans=spans,
            special=special,
            unknown=(ids == self._unknown_id) & ~special,
            truncated=False,
        )


def _id_of(token: str | None, tokenizer: Tokenizer) -> int:
    """Return a special token's id, -1 where the model has no such token."""
    number = None if token is None else tokenizer.token_to_id(token)
    return -1 if number is None else number


def _require_content(encoding: Encoding) -> None:
    """Refuse a text of which the tokenizer keeps nothing, such as a lone control character."""
    for sequence in (0,) if encoding.pair is None else (0, 1):
        rows = np.flatnonzero(encoding.sequence_ids == sequence)
        if not any(encoding.spans[row, 1] > encoding.spans[row, 0] for row in rows):
            raise InputError(
                "Nothing of this text is known to the model's vocabulary. Write a word or a sentence."
            )


def _with_cut(encoding: Encoding, whole: RawEncoding) -> Encoding:
    """Return the encoding with the end of each text that did not fit."""
    everything = number_array(whole.sequence_ids)
    ends = []
    for sequence, text in enumerate((encoding.text, encoding.pair or "")):
        kept = encoding.sequence_ids == sequence
        if kept.sum() < (everything == sequence).sum():
            ends.append(text[encoding.spans[kept, 1].max(initial=0) :].strip())
    return replace(encoding, truncated=True, cut="\n".join(ends))
