"""The features of tagged words: what a frozen model makes of each after it read the whole sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.fine_tuning.ask_tags import joined_words, pieces_of_words
from bertviz_core.analysis.texts.input_text import readable_part
from bertviz_core.errors import InputError
from bertviz_core.results import Encoding, TaggingData
from bertviz_core.samples.tagging import TaggedSentence
from bertviz_core.training.tagged_sentences import OUTSIDE
from bertviz_core.training.tagging_scores import entities_of

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

MOST_WORDS = 8_000
MOST_BYTES = 96_000_000
LEAST_SENTENCES = 10
_SEED = 0


@dataclass(frozen=True, slots=True)
class TaggedWords:
    """The words of some sentences with their features."""

    data: TaggingData
    states: NDArray[np.float16]  # (layers + 1, words, hidden); 0 is the input embedding
    tags: NDArray[np.str_]  # (words,)
    sentence_index: NDArray[np.int64]  # (words,), without gaps


def tagged_words(
    engine: BertEngine,
    sentences: Sequence[TaggedSentence],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> TaggedWords:
    """Return the states of each word after every layer, those of its first piece (Devlin et al. 2019, 5.3).

    Args:
        engine: Whose states.
        sentences: Words are parted by spaces; of too many sentences some are drawn, the same ones each time.
        progress: Called with the sentences done and all of them; what it raises ends the work.

    Raises:
        InputError: The model can read fewer than `LEAST_SENTENCES` of them, or they have one tag only.
    """
    texts = [sentence_text(sentence.tokens) for sentence in sentences]
    places = {
        number: found
        for number, sentence in enumerate(sentences)
        if (found := word_places(engine, sentence.tokens))
    }
    chosen = _drawn(engine, {number: len(found) for number, found in places.items()})
    tags = [[sentences[number].tags[word] for word, _ in places[number]] for number in chosen]
    _require_enough(tags)
    lengths = [len(own) for own in tags]
    ends = np.cumsum(lengths)
    kept: list[NDArray[np.float16]] = []
    done = 0

    def take(row: int, encoding: Encoding, states: NDArray[np.float32]) -> None:
        nonlocal done
        if not kept:
            kept.append(np.empty((len(states), ends[-1], states.shape[-1]), dtype=np.float16))
        first_pieces = [piece for _, piece in places[chosen[row]]]
        kept[0][:, ends[row] - lengths[row] : ends[row]] = states[:, first_pieces]
        done += 1
        if progress:
            progress(done, len(chosen))

    engine.hidden_states([texts[number] for number in chosen], take=take)
    unread = sum(len(sentences[number].tokens) - len(places[number]) for number in chosen)
    return TaggedWords(
        data=describe_tags(
            tags,
            unread_words=unread,
            unread_sentences=len(texts) - len(places),
            unused_sentences=len(places) - len(chosen),
        ),
        states=kept[0],
        tags=np.array([tag for own in tags for tag in own]),
        sentence_index=np.repeat(np.arange(len(chosen)), lengths),
    )


def first_pieces(encoding: Encoding, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Return word and place of its first token, by character offsets, of words parted by spaces.

    Words beyond the model's length, and those of which the tokenizer keeps nothing, are left out.
    """
    return pieces_of_words(encoding, joined_words(tokens)[1])


def sentence_text(tokens: Sequence[str]) -> str:
    """Return words parted by spaces, as far as they may be read."""
    return readable_part(" ".join(tokens))


def word_places(engine: BertEngine, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Return words and their first tokens; nothing of a sentence that cannot be read as it is written."""
    text = sentence_text(tokens)
    try:
        encoding = engine.encode(text)
    except InputError:
        return []
    return first_pieces(encoding, tokens) if encoding.text == text else []


def _drawn(engine: BertEngine, words: dict[int, int]) -> list[int]:
    """Return the numbers of as many sentences as memory allows, in order."""
    of_one_word = 2 * (engine.info.layers + 1) * engine.info.hidden_size
    most = min(MOST_WORDS, MOST_BYTES // of_one_word)
    numbers = list(words)
    if sum(words.values()) <= most:
        return numbers
    order = np.random.default_rng(_SEED).permutation(numbers).tolist()
    fitting = np.cumsum([words[number] for number in order]) <= most
    return sorted(number for number, fits in zip(order, fitting, strict=True) if fits)


def _require_enough(tags: Sequence[Sequence[str]]) -> None:
    if len(tags) < LEAST_SENTENCES:
        raise InputError(
            "The model can read {count} of these sentences; at least {least} are needed.",
            count=len(tags),
            least=LEAST_SENTENCES,
        )
    if len({tag for own in tags for tag in own}) < 2:
        raise InputError(
            "All words have the same tag, so there is nothing to learn. Tag at least two classes."
        )


def describe_tags(
    tags: Sequence[Sequence[str]],
    *,
    unread_words: int = 0,
    unread_sentences: int = 0,
    unused_sentences: int = 0,
) -> TaggingData:
    """Count the tags and entities of sentences, and keep the numbers of what was left out."""
    of_words = Counter(tag for own in tags for tag in own)
    in_entities = all(tag == OUTSIDE or tag.startswith(("B-", "I-")) for tag in of_words)
    entities = Counter(name for *_, name in entities_of(tags)) if in_entities else Counter()
    return TaggingData(
        sentences=len(tags),
        words=of_words.total(),
        unread_sentences=unread_sentences,
        unread_words=unread_words,
        unused_sentences=unused_sentences,
        tags=_most_frequent_first(of_words),
        entities=_most_frequent_first(entities),
    )


def _most_frequent_first(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Sort names by their counts; equal ones by themselves, so that two starts show the same order."""
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
