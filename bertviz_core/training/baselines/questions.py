"""Answering without a model: the words of the sentence that is most like the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import regex

from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.analysis.texts.whole_words import WORD, words_of
from bertviz_core.results import TEST, LearningData, QuestionExample
from bertviz_core.training.answer_scores import word_f1
from bertviz_core.training.baselines.rows import Clock, Predicted, learned_from
from bertviz_core.training.baselines.tfidf import MOST_CHARACTERS, term_counter

_MOST_TRIED = 500
_PART = regex.compile(rf"({WORD}(?:['’.,-]{WORD})*)|[^\w\s]")  # a word or number, or a sign
_STEM = 4  # letters by which two forms of a word are taken for the same


def similar_sentence(data: LearningData) -> Predicted:
    """Answer with the sentence most like the question by TF-IDF, or a run of words in it.

    Which of the two, the questions speak for that it learns from. A run has no word of the question in it and
    no punctuation; the longest one is taken.
    """
    clock, learned = Clock(), learned_from(data)
    contexts = [example.context[:MOST_CHARACTERS] for example in learned]
    counter = term_counter().fit([*contexts, *(example.question for example in learned)])
    ways: dict[str, Callable[[str, str], str]] = {
        "sentence": lambda question, sentence: sentence,
        "new_words": longest_new_words,
    }
    tried = learned[:_MOST_TRIED]
    sentences = _nearest(counter, tried)

    def reached(way: str) -> float:
        answers = [ways[way](e.question, found) for e, found in zip(tried, sentences, strict=True)]
        return float(
            np.mean(
                [
                    word_f1(said, [answer.text for answer in e.answers], e.language)
                    for e, said in zip(tried, answers, strict=True)
                ]
            )
        )

    chosen = max(ways, key=reached)
    held: tuple[QuestionExample, ...] = data.part(TEST)
    said = tuple(
        ways[chosen](example.question, found)
        for example, found in zip(held, _nearest(counter, held), strict=True)
    )
    return Predicted(method="similar_sentence", said=said, seconds=clock.seconds, chosen=chosen)


def longest_new_words(question: str, sentence: str) -> str:
    """Return the longest run of words that the question lacks; the whole sentence where there is none."""
    asked = {_stem(word) for word in words_of(question)}
    runs: list[str] = []
    start: int | None = None
    for part in _PART.finditer(sentence):
        if part.group(1) is None or _stem(part.group(1)) in asked:
            start = None
            continue
        start = part.start() if start is None else start
        runs.append(sentence[start : part.end()])
    return max(runs, key=len, default=sentence)


def _nearest(counter: Any, examples: Sequence[QuestionExample]) -> list[str]:
    """Return the sentence of each context that shares most with the question."""
    found = []
    for example in examples:
        sentences = split_sentences(example.context[:MOST_CHARACTERS]) or [example.context]
        likeness = counter.transform(sentences) @ counter.transform([example.question]).T
        found.append(sentences[int(likeness.toarray().argmax())])
    return found


def _stem(word: str) -> str:
    return word.lower()[:_STEM]
