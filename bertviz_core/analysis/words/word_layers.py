"""The vectors of a word in its contexts: one pass over the sentences gives all layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from bertviz_core.analysis.passes.many_texts import stream_states
from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.texts.input_text import is_blank, require_utf8
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.analysis.words.occurrences import OccurrenceFinder, Span
from bertviz_core.errors import InputError
from bertviz_core.results import LAYER_STRATEGIES, STATIC, Encoding, ModelInfo, Vectors, WordLayers

Progress = Callable[[int, int], None]
"""Called with the sentences done and all of them; what it raises ends the work."""

MOST_OCCURRENCES = 5_000
_EXACT_BYTES = 48_000_000
_WORDS = regex.compile(r"[^\W\d_]{4,}")  # articles and prepositions are shorter, mostly


@dataclass(frozen=True, slots=True)
class _Occurrence:
    sentence: int
    span: Span
    encoding: Encoding
    places: NDArray[np.int64]  # of its pieces among the tokens


def word_layers(
    network: Network,
    reader: TextReader,
    sentences: Iterable[str],
    *,
    word: str,
    finder: OccurrenceFinder,
    progress: Progress | None = None,
) -> WordLayers:
    """Return every occurrence of a word with its vectors; each is the mean of the word's pieces."""
    texts = tuple(map(reader.clean, sentences))
    spans = {number: found for number, text in enumerate(texts) if (found := finder.spans(text))}
    _require_few(sum(map(len, spans.values())), word, texts)
    seen = []
    for number in spans:
        encoding = reader.read(texts[number], has_segments=network.model.info.has_segments)
        places = ((span, pieces_of(encoding, span)) for span in spans[number])
        seen += [_Occurrence(number, span, encoding, pieces) for span, pieces in places if len(pieces)]
    if not seen:
        raise InputError(
            "“{word}” stands only beyond the model's {limit} tokens. Shorten the sentences.",
            word=word,
            limit=network.model.info.max_tokens,
        )
    return WordLayers(
        model=network.model.info.id,
        word=word,
        sentences=texts,
        sentence_index=np.array([occurrence.sentence for occurrence in seen], dtype=np.int64),
        spans=np.array([occurrence.span for occurrence in seen], dtype=np.int64),
        pieces=tuple(tuple(seen_at.encoding.tokens[place] for place in seen_at.places) for seen_at in seen),
        states=_states(network, seen, progress),
        static=_static(network, seen),
        without=tuple(number for number in range(len(texts)) if number not in spans),
        cut=tuple(sorted(spans.keys() - {occurrence.sentence for occurrence in seen})),
        unknown=tuple(
            number for number, seen_at in enumerate(seen) if seen_at.encoding.unknown[seen_at.places].any()
        ),
    )


def pieces_of(encoding: Encoding, span: Span) -> NDArray[np.int64]:
    """Return the places of the tokens of a stretch of the text; none where the text is cut before its end."""
    start, end = span
    starts, ends = encoding.spans.T
    if encoding.truncated and end > ends.max(initial=0):
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero((starts < end) & (ends > start) & ~encoding.special)


def require_word(word: str) -> str:
    """Return a word as it is looked for.

    Raises:
        InputError: Nothing in it can be seen.
    """
    require_utf8(word)
    if is_blank(word):
        raise InputError("There is no word yet. Write the word that is looked for in the sentences.")
    return word.strip()


def require_layers_choice(layers: Vectors, info: ModelInfo, *, static: bool = False) -> None:
    """Refuse a choice of layers that this model cannot answer.

    Raises:
        InputError: There is no such layer or strategy.
    """
    named = layers in LAYER_STRATEGIES or (static and layers == STATIC)
    if not named and not (isinstance(layers, int) and 0 <= layers <= info.layers):
        raise InputError(
            "There is no “{layers}”: choose a layer from 0 to {last}, or {strategies}.",
            layers=layers,
            last=info.layers,
            strategies=", ".join(LAYER_STRATEGIES),
        )


def _require_few(count: int, word: str, texts: Sequence[str]) -> None:
    if count == 0 and len(texts) == 1:
        raise InputError("“{word}” does not stand in this sentence. Choose a word that it holds.", word=word)
    if count == 0 and (shared := _shared_word(texts)):
        raise InputError(
            "“{word}” stands in none of these sentences. Most of them hold “{shared}”: write that, or "
            "another word of theirs.",
            word=word,
            shared=shared,
        )
    if count == 0:
        raise InputError(
            "“{word}” stands in none of these sentences. Choose a word that they hold.", word=word
        )
    if count > MOST_OCCURRENCES:
        raise InputError(
            "“{word}” stands {count} times in these sentences; at most {most} can be compared. Leave some "
            "sentences out.",
            word=word,
            count=count,
            most=MOST_OCCURRENCES,
        )


def _states(network: Network, seen: Sequence[_Occurrence], progress: Progress | None) -> NDArray[np.floating]:
    """Run each sentence once and keep the mean of each occurrence's tokens (layers + 1, n, hidden).

    Equal sentences are one, so that their vectors are the same to the last bit.
    """
    rows: dict[str, list[int]] = {}  # of a sentence's occurrences
    for row, occurrence in enumerate(seen):
        rows.setdefault(occurrence.encoding.text, []).append(row)
    by_sentence = list(rows.values())
    kept: list[NDArray[np.floating]] = []
    done = 0

    def take(number: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        nonlocal done
        if not kept:
            shape = (len(states), len(seen), states.shape[-1])
            exact = 4 * int(np.prod(shape)) <= _EXACT_BYTES
            kept.append(np.empty(shape, dtype=np.float32 if exact else np.float16))
        for row in by_sentence[number]:
            kept[0][:, row] = states[:, seen[row].places].mean(axis=1)
        done += 1
        if progress:
            progress(done, len(by_sentence))

    if progress:
        progress(0, len(by_sentence))
    stream_states(network, [seen[own[0]].encoding for own in by_sentence], take)
    return kept[0]


def _static(network: Network, seen: Sequence[_Occurrence]) -> NDArray[np.float32]:
    pieces = [at.encoding.ids[at.places] for at in seen]
    found = network.word_embeddings(np.concatenate(pieces)).split(list(map(len, pieces)))
    return np.stack([rows.mean(dim=0).numpy() for rows in found])


def _shared_word(texts: Sequence[str]) -> str | None:
    """Return the word that most sentences hold, if at least half of several do; small words are none."""
    holding = Counter(word for text in texts for word in set(_WORDS.findall(text.casefold())))
    word, count = max(holding.items(), key=lambda held: (held[1], len(held[0])), default=("", 0))
    return word if count > 1 and 2 * count >= len(texts) else None
