"""What was measured here of the bundled model on tasks like the published ones, out of its evaluation."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.evaluation.document import bundled_evaluation
from bertviz_core.locales import LANGUAGES
from bertviz_core.models.catalogue import BUNDLED_ID
from bertviz_core.results import ClassScore, Evaluation, languages_of
from bertviz_core.results.reliability import wilson_interval
from bertviz_core.samples.history.published import published_table
from bertviz_core.ui.history.published_tables import Shown
from bertviz_core.ui.i18n import _

_ALL = "all"
_NONE = (float("nan"), float("nan"))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measured:
    """Numbers of the bundled model, each with its interval."""

    rows: tuple[str, ...]
    values: NDArray[np.float64]  # (n,)
    ranges: NDArray[np.float64]  # (n, 2), NaN where there is none
    published: tuple[bool, ...]
    """Rows that are not measured here, for comparison."""
    axis: str
    ends: tuple[float, float]


def measured(shown: Shown) -> Measured | None:
    """Return what was measured on a task of the same kind; None where nothing is kept."""
    evaluation = bundled_evaluation(BUNDLED_ID)
    if evaluation is None:
        return None
    if shown == "sizes":
        return _perplexities(evaluation)
    if shown == "layers":
        return _percent([(name, value, _NONE) for name, value in _senses(evaluation)])
    rows = {
        "glue": lambda: [*_classes(evaluation, _ALL), *_pairs(evaluation, (None,))],
        "distilbert": lambda: _classes(evaluation, _ALL),
        "swag": lambda: _pairs(evaluation, (None, *_languages(evaluation))),
        "beto": lambda: [*_classes(evaluation, "es"), *_pairs(evaluation, ("es",))],
    }.get(shown)
    return _percent(rows()) if rows else None


Row = tuple[str, float, tuple[float, float]]


def _percent(rows: list[Row]) -> Measured:
    return Measured(
        rows=tuple(name for name, _value, _range in rows),
        values=100 * np.array([value for _name, value, _range in rows]),
        ranges=100 * np.array([ends for _name, _value, ends in rows]),
        published=(False,) * len(rows),
        axis=_("Accuracy, %"),
        ends=(0, 104),
    )


def _classes(evaluation: Evaluation, language: str) -> list[Row]:
    names = {"film_reviews": _("film reviews: good or bad"), "spam": _("messages: spam or not")}
    own = [score for score in evaluation.classes if score.language == language]
    return [(_with_texts(names[score.data], score), score.mean, score.mean_range) for score in own]


def _with_texts(name: str, score: ClassScore) -> str:
    return f"{name} ({score.texts})"


def _languages(evaluation: Evaluation) -> tuple[str, ...]:
    return languages_of(evaluation.next_sentence.items) if evaluation.next_sentence else ()


def _pairs(evaluation: Evaluation, languages: tuple[str | None, ...]) -> list[Row]:
    scores = evaluation.next_sentence
    if scores is None:
        return []
    rows = []
    for language in languages:
        pairs = sum(language in (None, item.language) for item in scores.items)
        share = scores.accuracy(language)
        low, high = wilson_interval(share * pairs, pairs)
        name = LANGUAGES[language] if language else _("all languages")
        rows.append((f"{_('next sentence')}: {name} ({pairs})", share, (float(low), float(high))))
    return rows


def _senses(evaluation: Evaluation) -> list[tuple[str, float]]:
    layers = np.mean([word.accuracy for word in evaluation.senses], axis=0)
    return [
        (_("input embedding"), float(layers[0])),
        (_("second to last"), float(layers[-2])),
        (_("last"), float(layers[-1])),
        (_("last 4: side by side"), float(np.mean([w.accuracy_last_four for w in evaluation.senses]))),
    ]


def _perplexities(evaluation: Evaluation) -> Measured:
    """Return the published perplexities of hidden words, and those of held-out text here."""
    table = published_table("sizes")
    own = [(_file_name(score.file), score.perplexity) for score in evaluation.held_out]
    values = np.array([*table.values[:, table.columns.index("perplexity")], *(value for _n, value in own)])
    return Measured(
        rows=(*table.rows, *(f"mini, {name}" for name, _value in own)),
        values=values,
        ranges=np.full((len(values), 2), np.nan),
        published=(*(True for _row in table.rows), *(False for _one in own)),
        axis=_("Perplexity (lower is better)"),
        ends=(0, 1.1 * float(values.max())),
    )


def _file_name(file: str) -> str:
    found = re.search(r"_([a-z]{2})\.", file)
    return LANGUAGES.get(found.group(1), file) if found else file
