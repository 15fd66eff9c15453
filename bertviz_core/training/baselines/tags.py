"""Simple ways to tag words: a list of words with their tags, and a classifier of frozen word vectors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TEST, Encoding, LearningData, TaggedExample, combine_layers
from bertviz_core.training.baselines.classifier import choose, drawn_rows, fitted
from bertviz_core.training.baselines.rows import Clock, Predicted, Step, learned_from, nothing
from bertviz_core.training.tagging_features import word_places

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3)
MOST_WORDS = 20_000
"""So many words are learned from; sentences are taken in their order."""


def word_list(data: LearningData) -> Predicted:
    """Give every word its most frequent tag, as it is written or else in any case; `O` to unknown words."""
    clock = Clock()
    known: dict[str, Counter[str]] = defaultdict(Counter)
    for example in learned_from(data):
        for word, tag in zip(example.tokens, example.tags, strict=True):
            for form in {word, word.lower()}:
                known[form][tag] += 1
    everywhere: Counter[str] = Counter(tag for example in learned_from(data) for tag in example.tags)

    def tag_of(word: str) -> str:
        counts = known.get(word) or known.get(word.lower()) or everywhere
        return max(data.labels, key=lambda label: counts[label])

    said = tuple(tuple(tag_of(word) for word in example.tokens) for example in data.part(TEST))
    return Predicted(method="word_list", said=said, seconds=clock.seconds)


def tag_features(engine: BertEngine, data: LearningData, *, step: Step = nothing) -> Predicted:
    """Tag by logistic regression on frozen vectors of words, as in Devlin et al. 2019, section 5.3.

    A word's vector is that of its first piece in the last four layers, side by side. Words that the model
    cannot read have the most frequent tag. While the strength of the regression is chosen, words of one
    sentence are held out together.
    """
    clock, place = Clock(), {label: number for number, label in enumerate(data.labels)}
    learned = _as_many_as_fit(learned_from(data))
    vectors: list[NDArray[np.float16]] = []
    tags: list[int] = []
    groups: list[int] = []
    of_sentences = data.group_ids[data.parts != TEST]

    def learn(number: int, words: list[int], states: NDArray[np.float32]) -> None:
        vectors.append(states.astype(np.float16))
        tags.extend(place[learned[number].tags[word]] for word in words)
        groups.extend([int(of_sentences[number])] * len(words))

    _read(engine, learned, learn, step)
    usual = place[max(data.labels, key=Counter(tag for e in learned for tag in e.tags).__getitem__)]
    held: tuple[TaggedExample, ...] = data.part(TEST)
    said = [np.full(len(example.tokens), usual) for example in held]
    choice = None
    if tags:
        features, known = np.concatenate(vectors).astype(np.float32), np.array(tags)
        some = drawn_rows(known)
        of_some = np.array(groups)[some]
        kinds = {"concat_last_4": features[some]}
        choice = choose(kinds, known[some], STRENGTHS, standardise=True, groups=of_some)
        classifier = fitted(features, known, choice.c, standardise=True)

        def tag(number: int, words: list[int], states: NDArray[np.float32]) -> None:
            said[number][words] = classifier.predict(states)

        _read(engine, held, tag, step)
    return Predicted(
        method="features",
        said=tuple(tuple(data.labels[tag] for tag in tags_of_one.tolist()) for tags_of_one in said),
        seconds=clock.seconds,
        chosen=f"concat_last_4, C = {choice.c:g}" if choice else "",
        cross_validated=choice.accuracy if choice else np.nan,
    )


Take = Callable[[int, list[int], NDArray[np.float32]], None]
"""Gets the number of a sentence, its words that were read, and their vectors (words, 4 * hidden)."""


def _read(engine: BertEngine, examples: Sequence[TaggedExample], take: Take, step: Step) -> None:
    places = {number: found for number, e in enumerate(examples) if (found := word_places(engine, e.tokens))}
    numbers = list(places)

    def take_words(row: int, _: Encoding, states: NDArray[np.float32]) -> None:
        words, pieces = map(list, zip(*places[numbers[row]], strict=True))
        take(numbers[row], words, combine_layers(states[:, pieces], "concat_last_4"))
        step()

    engine.hidden_states([" ".join(examples[number].tokens) for number in numbers], take=take_words)


def _as_many_as_fit(examples: Sequence[TaggedExample]) -> Sequence[TaggedExample]:
    within = np.cumsum([len(example.tokens) for example in examples]) <= MOST_WORDS
    return examples[: max(1, int(within.sum()))]
