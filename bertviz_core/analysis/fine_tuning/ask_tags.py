"""The tags of words by a model that was fine-tuned for them, and the entities that they make up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import regex
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.ask_heads import require_head
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.errors import InputError
from bertviz_core.models.tag_labels import TagLabels
from bertviz_core.results import Encoding, Entity, TaggedText

Span = tuple[int, int]
"""In characters of a text."""

# A word with what joins its parts, or one sign: the words of the CoNLL files that models learn from.
_WORD = regex.compile(r"\w+(?:['’\-]\w+)*|(?![\w\s])\X")


def find_words(text: str) -> list[Span]:
    """Return where the words and signs of a text stand."""
    return [found.span() for found in _WORD.finditer(text)]


def joined_words(words: Sequence[str]) -> tuple[str, list[Span]]:
    """Return words as a text with spaces between them, and where each stands in it."""
    ends = np.cumsum([len(word) + 1 for word in words]).tolist()
    return " ".join(words), [(end - 1 - len(word), end - 1) for word, end in zip(words, ends, strict=True)]


def pieces_of_words(encoding: Encoding, words: Sequence[Span]) -> list[tuple[int, int]]:
    """Return the number of each word and the place of its first token, by character offsets.

    Words beyond the model's length, and those of which the tokenizer keeps nothing, are left out.
    """
    starts, ends = encoding.spans.T
    read = (starts < ends) & ~encoding.special & (encoding.sequence_ids == 0)
    found = []
    for word, (start, end) in enumerate(words):
        pieces = np.flatnonzero((starts < end) & (ends > start) & read)
        if len(pieces):
            found.append((word, int(pieces[0])))
    return found


def tagged_text(
    passes: ForwardPasses, read: Callable[[str], Encoding], text: str | Sequence[str]
) -> TaggedText:
    """Return the tags of words, read off the first token of each (Devlin et al. 2019, section 5.3).

    Args:
        passes: A model that was fine-tuned to tag words.
        read: Encodes a text.
        text: A text, in which words and signs are found, or its words.

    Raises:
        MissingHeadError: The model was not fine-tuned to tag words.
        InputError: There are no words, or they are not read as they are written.
    """
    head = require_head(passes, "tagging")
    written, words = (text, []) if isinstance(text, str) else joined_words(text)
    encoding = read(written)
    if isinstance(text, str):
        words = find_words(encoding.text)
    elif encoding.text != written:
        raise InputError(
            "These words are not read as they are written: one is a blank, or its letters are not composed. "
            "Write them as one text."
        )
    pieces = pieces_of_words(encoding, words)
    if not pieces:
        raise InputError("There is no word in this text. Write a sentence.")
    places = [place for _, place in pieces]
    states = passes.run(encoding).hidden[-1:]
    scores = passes.head_scores(head.logits, states)[0, places]  # (words, labels)
    probabilities = scores.softmax(dim=-1).numpy()
    spans = np.array([words[word] for word, _ in pieces], dtype=np.int64)
    return TaggedText(
        model=passes.model.info.id,
        encoding=encoding,
        labels=head.info.labels,
        words=tuple(encoding.text[start:end] for start, end in spans),
        word_index=np.array([word for word, _ in pieces], dtype=np.int64),
        spans=spans,
        probabilities=probabilities,
        entities=find_entities(head.tags, probabilities, spans),
    )


def find_entities(
    labels: TagLabels, probabilities: NDArray[np.float64], spans: NDArray[np.int64]
) -> tuple[Entity, ...]:
    """Return the entities that the most probable tags make up.

    In whichever scheme the model learned, one goes on where its tag says so and none of another kind stands
    between, as the scorer of CoNLL reads them (Tjong Kim Sang and Buchholz 2000).
    """
    best = probabilities.max(axis=1)
    return tuple(
        Entity(
            kind=kind,
            first=first,
            last=last,
            start=int(spans[first, 0]),
            end=int(spans[last, 1]),
            probability=float(best[first : last + 1].min()),
        )
        for kind, first, last in labels.entities(probabilities.argmax(axis=1).tolist())
    )
