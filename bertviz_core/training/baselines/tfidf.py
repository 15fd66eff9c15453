"""Words and letters counted, without any model: TF-IDF and logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bertviz_core.analysis.texts.whole_words import terms_of
from bertviz_core.results import TEST, LearningData, TextExample
from bertviz_core.training.baselines.classifier import choose, drawn_rows, fitted
from bertviz_core.training.baselines.rows import Clock, Predicted, learned_from

STRENGTHS = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
MOST_CHARACTERS = 5_000
"""Of a text: longer ones are cut."""
_MOST_TERMS = 100_000  # the most frequent ones, of each kind


def tfidf(data: LearningData) -> Predicted:
    """Classify the held-out texts by their words, pairs of words and 2 to 5 letters in a row."""
    clock, learned = Clock(), learned_from(data)
    known = data.label_ids[data.parts != TEST]
    counter = term_counter().fit([text for example in learned for text in texts_of(example)])
    seen, unseen = (_features(counter, examples) for examples in (learned, data.part(TEST)))
    rows = drawn_rows(known)
    groups = data.group_ids[data.parts != TEST][rows]
    choice = choose({"tfidf": seen[rows]}, known[rows], STRENGTHS, standardise=False, groups=groups)
    said = fitted(seen, known, choice.c, standardise=False).predict(unseen)
    return Predicted(
        method="tfidf",
        said=tuple(data.labels[number] for number in said.tolist()),
        seconds=clock.seconds,
        chosen=f"C = {choice.c:g}",
        cross_validated=choice.accuracy,
    )


def term_counter() -> Any:
    """Return scikit-learn's counter of words, pairs of words, and 2 to 5 letters within words."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import make_union

    shared: dict[str, Any] = {"sublinear_tf": True, "max_features": _MOST_TERMS}
    return make_union(
        TfidfVectorizer(ngram_range=(1, 2), tokenizer=terms_of, token_pattern=None, **shared),
        TfidfVectorizer(ngram_range=(2, 5), analyzer="char_wb", **shared),
    )


def texts_of(example: TextExample) -> tuple[str, ...]:
    """Return the text, or both, as far as they are read."""
    both = (example.text,) if example.pair is None else (example.text, example.pair)
    return tuple(text[:MOST_CHARACTERS] for text in both)


def _features(counter: Any, examples: Sequence[TextExample]) -> Any:
    """Return the terms of texts; of pairs those of both, what only one has, and what both have."""
    from scipy.sparse import hstack

    first = counter.transform([example.text[:MOST_CHARACTERS] for example in examples])
    if not any(example.pair is not None for example in examples):
        return first.tocsr()
    second = counter.transform([(example.pair or "")[:MOST_CHARACTERS] for example in examples])
    return hstack([first, second, abs(first - second), first.multiply(second)]).tocsr()
