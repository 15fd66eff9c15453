"""What was measured on a model, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any

from bertviz_core.results import ClassScore, ClozeScores, HeldOutScores, PairScores, WordSenses
from bertviz_core.ui.downloads import csv_text


def cloze_csv(scores: ClozeScores) -> str:
    """Return one line for every blank; lists are parted by `|`."""
    return csv_text(
        ["language", "sentence", "accepted", "best_rank", "answers"],
        (
            [
                i.language,
                i.sentence,
                "|".join(i.accepted),
                "" if i.rank is None else i.rank,
                "|".join(i.answers),
            ]
            for i in scores.items
        ),
    )


def pairs_csv(scores: PairScores) -> str:
    """Return one line for every pair."""
    return csv_text(
        ["language", "first", "second", "is_next", "probability_is_next"],
        ([i.language, i.first, i.second, int(i.is_next), f"{i.probability:.8f}"] for i in scores.items),
    )


def senses_csv(words: Iterable[WordSenses]) -> str:
    """Return one line for every word and layer; layer 0 is the input embedding."""
    return csv_text(
        ["language", "word", "sentences", "layer", "accuracy", "silhouette"],
        (
            [word.language, word.word, word.sentences, layer, f"{accuracy:.6f}", f"{silhouette:.6f}"]
            for word in words
            for layer, accuracy, silhouette in [
                *zip(range(len(word.accuracy)), word.accuracy, word.silhouette, strict=True),
                ("last_four", word.accuracy_last_four, word.silhouette_last_four),
            ]
        ),
    )


def classes_csv(scores: Sequence[ClassScore]) -> str:
    """Return one line for every data set and language; accuracies with their 95 % intervals."""
    names = [field.name for field in fields(ClassScore)]
    ends = ("cls_low", "cls_high", "mean_low", "mean_high")
    return csv_text(
        [*names, *ends],
        (
            [*_cells(score), *(f"{end:.6f}" for end in (*score.cls_range, *score.mean_range))]
            for score in scores
        ),
    )


def held_out_csv(scores: Sequence[HeldOutScores]) -> str:
    """Return one line for every file."""
    return csv_text([field.name for field in fields(HeldOutScores)], map(_cells, scores))


def _cells(row: Any) -> list[object]:
    """Return the fields of a result; lists are parted by `|`."""
    return ["|".join(value) if isinstance(value, tuple) else value for value in asdict(row).values()]
