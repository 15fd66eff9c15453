"""The report of a run to hand in: what stands on it, in the visitor's language."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.fine_tuning.results_methods import MethodBar
from bertviz_core.results import LearningData, LearningReport, LearningRun
from bertviz_core.ui.fine_tuning.data_choice import shown_name, task_name
from bertviz_core.ui.fine_tuning.data_pictures import part_counts
from bertviz_core.ui.fine_tuning.learn_names import confusion_words, learning_told, main_score, score_name
from bertviz_core.ui.fine_tuning.results_classes import MOST_BARS, class_table, classes_explained
from bertviz_core.ui.fine_tuning.results_methods import (
    compared_text,
    interval_text,
    method_bars,
    reached_title,
)
from bertviz_core.ui.fine_tuning.results_mistakes import mistake_table
from bertviz_core.ui.fine_tuning.results_paper_html import Bars, Paper, Section, Table
from bertviz_core.ui.fine_tuning.results_reading import how_measured, how_to_read
from bertviz_core.ui.fine_tuning.results_reliability import reliability_summary
from bertviz_core.ui.fine_tuning.run_rows import begun_text
from bertviz_core.ui.fine_tuning.runs_compare import run_facts
from bertviz_core.ui.i18n import _, number

MISTAKES = 10


def paper(run: LearningRun, data: LearningData, report: LearningReport, *, today: str) -> Paper:
    """Write the report of a run that was measured.

    Args:
        run: What was asked for.
        data: What it learned from.
        report: What it reached.
        today: The date.
    """
    return Paper(
        title=run.name or shown_name(run.data_name),
        kind=_("Report of a fine-tuning"),
        date=today,
        who=_("Name"),
        sections=(
            _data(run, data),
            _learning(run, report),
            _scores(run, report),
            *([_classes(report)] if report.per_class or report.confusion is not None else []),
            _mistakes(data, report),
            Section(
                title=_("About the numbers"),
                sentences=(how_to_read(data, report, on_paper=True),),
                notes=(how_measured(),),
            ),
        ),
    )


def _data(run: LearningRun, data: LearningData) -> Section:
    train, validation, held_out = map(number, data.counts)
    names, counts = part_counts(data)
    return Section(
        title=f"{_('Data')}: {shown_name(run.data_name)}",
        sentences=(
            task_name(data.task),
            _(
                "**{count} examples**: {train} to learn from, {validation} to validate, {test} held out.",
                count=number(len(data.examples)),
                train=train,
                validation=validation,
                test=held_out,
            ),
        ),
        tables=(
            Table(
                headings=("", _("to learn from"), _("to validate"), _("held out")),
                rows=tuple(
                    (name, *map(number, column))
                    for name, column in zip(names, counts.T.tolist(), strict=True)
                ),
            ),
        ),
    )


def _learning(run: LearningRun, report: LearningReport) -> Section:
    facts = {name: text for name, text in run_facts(run).items() if text and name != _("Data")}
    return Section(
        title=_("How it learned"),
        sentences=(learning_told(report),),
        tables=(Table(rows=((_("Begun"), begun_text(run)), *facts.items())),),
    )


def _scores(run: LearningRun, report: LearningReport) -> Section:
    scores = list(report.methods[-1].scores)
    bars = {score: method_bars(run, report, score) for score in scores}
    main = main_score(report.task, report.methods[-1])
    reached = [{bar.name: interval_text(bar.score) for bar in bars[score]} for score in scores]
    rows = [(bar.name, *(texts.get(bar.name, "") for texts in reached)) for bar in bars[main]]
    measured = report.reliability
    sure = [] if measured is None else [reliability_summary(measured.confidence, measured.accuracy)]
    return Section(
        title=reached_title(report, held_out=run.counts[2]),
        sentences=(compared_text(report, write=str), *sure),
        bars=Bars(measure=score_name(main), bars=tuple(bars[main])),
        tables=(Table(headings=("", *map(score_name, scores)), rows=tuple(rows)),),
    )


def _classes(report: LearningReport) -> Section:
    headings, rows = class_table(report)
    tables = [Table(headings=headings, rows=tuple((*row[:-1], number(row[-1])) for row in rows))]
    if report.confusion is not None:
        counts = report.confusion
        shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
        words = confusion_words()
        tables.append(
            Table(
                title=f"↓ {words.right} · → {words.said}",
                headings=("", *report.labels),
                rows=tuple(
                    (label, *map(number, row))
                    for label, row in zip(report.labels, counts.tolist(), strict=True)
                ),
                shades=tuple(map(tuple, shares.tolist())),
            )
        )
    few = len(report.per_class) <= MOST_BARS
    bars = tuple(MethodBar(name=one.label, score=one.f1) for one in report.per_class if few)
    return Section(
        title=_("Each class"),
        bars=Bars(measure=_("F1 of the fine-tuned model"), bars=bars),
        tables=tuple(tables) if report.per_class else tuple(tables[1:]),
        notes=(classes_explained(),) if report.per_class else (),
    )


def _mistakes(data: LearningData, report: LearningReport) -> Section:
    """List the worst mistakes; say so where there is none."""
    headings, rows = mistake_table(data, report)
    return Section(
        title=_("Wrong answers"),
        sentences=(
            _(
                "**Not answered rightly:** {count} of {all} held-out examples; listed: {shown}.",
                count=number(len(rows)),
                all=number(len(report.predictions)),
                shown=number(min(len(rows), MISTAKES)),
            ),
        ),
        tables=(Table(headings=headings, rows=tuple(rows[:MISTAKES])),) if rows else (),
    )
