"""Reading in order, reading at once: how long a word matters to recurrent networks and to BERT.

That gradients vanish on their way through a recurrent network was shown by Bengio, Simard & Frasconi (1994);
the LSTM was made against it (Hochreiter & Schmidhuber, 1997). ELMo reads with two of them, one in each
direction (Peters et al., 2018).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.history.order_gradient import word_influence
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.analysis.vectors.lstm_states import lstm_influence
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.models.recurrent_lm import recurrent_lm, recurrent_tokenizer
from bertviz_core.results import Encoding, OrderInfluence, RecurrentWeights

MOST_WORDS, MOST_LETTERS, MOST_TOKENS, MOST_PIECES = 64, 2_000, 160, 16
LEAST_WORDS, LONGEST_WORD = 3, 60

Places = tuple[tuple[int, ...], ...]
"""Of the tokens or pieces of each word."""


def order_influence(passes: ForwardPasses, reader: TextReader, text: str, word: int) -> OrderInfluence:
    """Measure how much a word matters for every other one: in two LSTMs, and in the model.

    Args:
        passes: The model's.
        reader: Its tokenizer.
        text: Words are what white space parts; the first 64 are read.
        word: Place of the word among them, from 0.

    Raises:
        InputError: There are fewer than three words, none at this place, or a word of very many pieces.
        TextTooLongError: The text has more than 2,000 letters or 160 tokens.
    """
    encoding, words, tokens, left_out = _read(passes, reader, text)
    if not 0 <= word < len(words):
        raise InputError("There is no such word: this text has {count} words. Choose one.", count=len(words))
    weights, pieces = recurrent_lm(), _pieces(words)
    attention = passes.run(encoding, attention=True).attention
    assert attention is not None  # asked for in the line above
    heads = _to_word(attention, tokens, word)
    return OrderInfluence(
        model=passes.model.info.id,
        words=words,
        word=word,
        left_out=left_out,
        pieces=tuple(len(own) for own in pieces),
        rightwards=_read_by_lstm(weights, pieces, word, leftwards=False),
        leftwards=_read_by_lstm(weights, pieces, word, leftwards=True),
        gradient=word_influence(passes, encoding, tokens, word),
        attention_mean=heads.mean(axis=1),
        attention_max=heads.max(axis=1),
    )


def order_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that are read, at most 64.

    Raises:
        InputError: There are fewer than three, or one has more than 60 letters.
        TextTooLongError: The text has more than 2,000 letters.
    """
    if len(text) > MOST_LETTERS:
        raise TextTooLongError(
            "The text has {count} characters; at most {most} are read here. Leave some of it out.",
            count=len(text),
            most=MOST_LETTERS,
        )
    words = tuple(word for word in text.split() if recurrent_tokenizer().encode(word).ids)[:MOST_WORDS]
    if len(words) < LEAST_WORDS:
        raise InputError("To see how far a word reaches, write a sentence of at least three words.")
    if max(map(len, words)) > LONGEST_WORD:
        raise InputError(
            "A word of this sentence has more than {most} letters. Write it shorter, or part it.",
            most=LONGEST_WORD,
        )
    return words


def _read(
    passes: ForwardPasses, reader: TextReader, text: str
) -> tuple[Encoding, tuple[str, ...], Places, int]:
    """Return the text as the model reads it, its words, their tokens, and how many words are left out."""
    asked = order_words(text)
    encoding = reader.read(" ".join(asked), None, has_segments=passes.model.info.has_segments)
    if len(encoding) > MOST_TOKENS:
        raise TextTooLongError(
            "The sentence has {count} tokens; at most {most} are read here. Leave some of it out.",
            count=len(encoding),
            most=MOST_TOKENS,
        )
    stretches = [found.span() for found in re.finditer(r"\S+", encoding.text)]
    starts = [start for start, _end in stretches]
    groups: dict[int, list[int]] = {}
    for token in np.flatnonzero(~encoding.special).tolist():
        first, last = encoding.spans[token].tolist()
        middle = max(first, last - 1)  # a token may begin with the space before its word
        groups.setdefault(int(np.searchsorted(starts, middle, side="right")) - 1, []).append(token)
    known = [place for place in sorted(groups) if place >= 0]
    words = tuple(encoding.text[slice(*stretches[place])] for place in known)
    if len(words) < LEAST_WORDS:
        raise InputError("To see how far a word reaches, write a sentence of at least three words.")
    tokens = tuple(tuple(groups[place]) for place in known)
    if max(len(own) for own in tokens) > MOST_PIECES:
        _refuse_pieces()
    return encoding, words, tokens, len(text.split()) - len(words)


def _pieces(words: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return the entries of each word in the vocabulary of the LSTMs; one for what is none of them."""
    tokenizer = recurrent_tokenizer()
    pieces = tuple(tuple(tokenizer.encode(word).ids) or (0,) for word in words)
    if max(len(own) for own in pieces) > MOST_PIECES:
        _refuse_pieces()
    return pieces


def _refuse_pieces() -> None:
    raise InputError(
        "A word of this sentence falls into more than {most} pieces. Write it shorter, or part it.",
        most=MOST_PIECES,
    )


def _read_by_lstm(
    weights: RecurrentWeights, pieces: Sequence[Sequence[int]], word: int, *, leftwards: bool
) -> NDArray[np.float32]:
    """Return the influence of a word on the state after each word (n,), in the order of the sentence."""
    own = [tuple(reversed(one)) for one in reversed(pieces)] if leftwards else list(pieces)
    place = len(own) - 1 - word if leftwards else word
    ends = np.cumsum([len(one) for one in own])
    inputs = weights.embeddings[[piece for one in own for piece in one]]
    first = int(ends[place]) - len(own[place])
    lstm = weights.leftwards if leftwards else weights.rightwards
    found = lstm_influence(lstm, inputs, first, int(ends[place]))[ends - 1]
    return found[::-1] if leftwards else found


def _to_word(attention: NDArray[np.float32], tokens: Places, word: int) -> NDArray[np.float32]:
    """Return the attention of each word to all tokens of one (layers, heads, n)."""
    to_word = attention[..., list(tokens[word])].sum(axis=-1)
    return np.stack([to_word[..., list(own)].mean(axis=-1) for own in tokens], axis=-1)
