"""The held-out examples that were answered wrongly, of any task, the worst first."""

from __future__ import annotations

from typing import Any

from bertviz_core.charts.chart_style import beginning
from bertviz_core.results import TEST, LearningData, LearningReport
from bertviz_core.ui.fine_tuning.results_answers import wrong_answers
from bertviz_core.ui.fine_tuning.results_tags import wrong_sentences
from bertviz_core.ui.fine_tuning.results_texts import chosen_rows
from bertviz_core.ui.i18n import _
from bertviz_core.ui.written_numbers import percent

LETTERS = 400
"""Of a text in a table."""

Row = tuple[str, ...]


def worst_example(data: LearningData, report: LearningReport) -> Any:
    """Return the example that the page lists first; any one where no answer is wrong."""
    examples = data.part(TEST)
    wrong: list[Any]
    if report.task == "question":
        wrong = [example for _f1, example, _said in wrong_answers(examples, report)]
    elif report.task == "tagging":
        wrong = [example for example, _said in wrong_sentences(examples, report)]
    else:
        wrong = [examples[row] for row in chosen_rows(examples, report, None)]
    return (*wrong, *examples)[0]


def mistake_table(data: LearningData, report: LearningReport) -> tuple[Row, list[Row]]:
    """Return headings, and a row for each mistake."""
    examples = data.part(TEST)
    if report.task == "question":
        return (_("Question"), _("Correct"), _("Said"), "F1"), [
            (_short(one.question), _short(one.answers[0].text), _short(said) or "—", percent(f1, 0))
            for f1, one, said in wrong_answers(examples, report)
        ]
    if report.task == "tagging":
        return (_("Sentence"), _("Wrong tags")), [
            (
                _short(" ".join(one.tokens)),
                ", ".join(
                    f"{word}: {right} → {tag}"
                    for word, right, tag in zip(one.tokens, one.tags, said, strict=True)
                    if right != tag
                ),
            )
            for one, said in wrong_sentences(examples, report)
        ]
    sure = report.probabilities
    return (_("Text"), _("Correct"), _("Said"), _("Probability")), [
        (
            " / ".join(map(_short, filter(None, (examples[row].text, examples[row].pair)))),
            examples[row].label,
            str(report.predictions[row]),
            "" if sure is None else percent(float(sure[row].max()), 0),
        )
        for row in chosen_rows(examples, report, None)
    ]


def _short(text: str) -> str:
    return beginning(text, LETTERS)
