"""The results of a run as files."""

from __future__ import annotations

from typing import Any

from bertviz_core.results import TEST, Comparison, LearningData, LearningReport, LearningRun
from bertviz_core.results.json_forms import to_json
from bertviz_core.ui.downloads import csv_number, csv_text, json_text

_COMPARED = (
    *("fine_tuned_minus_this", "difference_low", "difference_high", "p_value"),
    *("fine_tuned_better", "fine_tuned_worse"),
)


def predictions_csv(data: LearningData, report: LearningReport) -> str:
    """Write each held-out example with what is right and what was said; of tags a row for each word."""
    examples = data.part(TEST)
    if report.task == "tagging":
        return csv_text(("sentence", "word", "right", "said"), _tagged_rows(examples, report))
    if report.task == "question":
        return csv_text(
            ("question", "context", "right", "said"),
            (
                [e.question, e.context, " | ".join(a.text for a in e.answers), str(said)]
                for e, said in zip(examples, report.predictions, strict=True)
            ),
        )
    pairs = data.task == "pair"
    headings = ("text", *(("second_text",) if pairs else ()), "right", "said")
    if report.probabilities is not None:
        headings += tuple(f"p({label})" for label in report.labels)
    return csv_text(headings, (_text_row(e, report, row, pairs=pairs) for row, e in enumerate(examples)))


def methods_csv(report: LearningReport) -> str:
    """Write what each way reaches, a row for each score."""
    right = "cross_validated_word_accuracy" if report.task == "tagging" else "cross_validated_accuracy"
    by_method = {comparison.method: comparison for comparison in report.comparisons}
    rows = []
    for method in report.methods:
        for place, (score, value) in enumerate(method.scores.items()):
            compared = by_method.get(method.method) if place == 0 else None
            rows.append(
                [
                    *(method.method, score, *map(csv_number, (value.value, value.low, value.high))),
                    *(_compared_cells(compared) if compared else ("",) * len(_COMPARED)),
                    "" if method.seconds is None else csv_number(method.seconds),
                    method.chosen,
                    csv_number(method.cross_validated),
                ]
            )
    return csv_text(
        (*("method", "score", "value", "low", "high", *_COMPARED, "seconds", "chosen", right),),
        rows,
    )


def classes_csv(report: LearningReport) -> str:
    """Write precision, recall and F1 of each class with their intervals."""
    measures = ("precision", "recall", "f1")
    return csv_text(
        ("class", *(f"{name}{end}" for name in measures for end in ("", "_low", "_high")), "support"),
        (
            [
                one.label,
                *(
                    csv_number(end)
                    for score in (one.precision, one.recall, one.f1)
                    for end in (score.value, score.low, score.high)
                ),
                one.support,
            ]
            for one in report.per_class
        ),
    )


def report_json(run: LearningRun, report: LearningReport) -> str:
    """Write the whole report, with the run it is of."""
    about = to_json(run)
    del about["owner"]  # names a visitor
    return json_text({"run": about, "report": to_json(report)})


def _compared_cells(compared: Comparison) -> list[object]:
    ends = compared.difference.value, compared.difference.low, compared.difference.high
    return [*map(csv_number, (*ends, compared.p_value)), compared.better, compared.worse]


def _text_row(example: Any, report: LearningReport, row: int, *, pairs: bool) -> list[str]:
    texts = [example.text] + ([example.pair or ""] if pairs else [])
    probabilities = [] if report.probabilities is None else report.probabilities[row].tolist()
    words = [*texts, example.label, str(report.predictions[row])]
    return [*words, *map(csv_number, probabilities)]


def _tagged_rows(examples: tuple[Any, ...], report: LearningReport) -> list[list[object]]:
    return [
        [number, *words]
        for number, (example, said) in enumerate(zip(examples, report.predictions, strict=True), start=1)
        for words in zip(example.tokens, example.tags, said, strict=True)
    ]
