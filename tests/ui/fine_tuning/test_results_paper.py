"""The report to hand in: the run's numbers, nobody's markup, no script, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from finished_runs import LABELS, keep_run, question_run, tagged_run, text_run, without_probabilities

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.locales import LANGUAGES, translate
from bertviz_core.results import LearningData, LearningReport
from bertviz_core.ui import i18n
from bertviz_core.ui.fine_tuning.results_paper import MISTAKES, paper
from bertviz_core.ui.fine_tuning.results_paper_html import paper_html
from bertviz_core.written_numbers import number_style

Page = ElementTree.Element
RUNS = {"texts": text_run, "pairs": lambda: text_run(pairs=True), "tags": tagged_run, "answers": question_run}
DATE = "30 February 2026"


@pytest.fixture
def page_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Page]]:
    """Write the report of a run in a language, and read it again."""

    def written(data: LearningData, report: LearningReport, lang: str = "en", name: str = "") -> Page:
        monkeypatch.setattr(i18n._settled, "language", lang, raising=False)
        run = replace(keep_run(RunStore(tmp_path), data, report), name=name)
        return ElementTree.fromstring(paper_html(paper(run, data, report, today=DATE), lang))

    yield written


def words(element: Page | None) -> str:
    assert element is not None
    return "".join(element.itertext())


def tables(page: Page) -> list[list[list[str]]]:
    return [[[words(cell) for cell in row] for row in table.iter("tr")] for table in page.iter("table")]


def test_the_warm_up_is_a_share_of_the_steps(page_of) -> None:
    rows = {row[0]: row[-1] for table in tables(page_of(*RUNS["texts"]())) for row in table}
    assert rows["Warm-up"] == "10%"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("task", RUNS)
def test_every_task_is_reported_in_every_language(page_of, task: str, lang: str) -> None:
    page = page_of(*RUNS[task](), lang)
    assert page.get("lang") == lang
    said = words(page.find("body"))
    assert DATE in said
    for message in ("Report of a fine-tuning", "Wrong answers", "About the numbers", "Begun"):
        assert translate(message, lang) in said
    assert not re.search(r"\*\*|\\|\{\w+\}|\bnan\b", said)


@pytest.mark.parametrize("task", RUNS)
def test_text_of_people_stays_text_and_nothing_comes_from_elsewhere(page_of, task: str) -> None:
    page = page_of(*RUNS[task](), name='"><script>alert(1)</script>\x00 <img src=x>')
    tags = {element.tag for element in page.iter()}
    assert not tags & {"script", "img", "link", "iframe", "object", "i", "u", "a"}
    attributes = {name for element in page.iter() for name in element.attrib}
    assert not attributes & {"src", "href"} and not any(name.startswith("on") for name in attributes)
    assert words(page.find("body/h1")) == '"><script>alert(1)</script> <img src=x>'
    assert "url(" not in words(page.find("head/style"))


def test_the_numbers_are_those_of_the_report(page_of) -> None:
    data, report = text_run()
    page = page_of(data, report)
    parts, _settings, scores, classes, confusion, mistakes = tables(page)
    assert [sum(int(row[place]) for row in parts[1:]) for place in (1, 2, 3)] == list(data.counts)
    for row, method in zip(scores[1:], report.methods, strict=True):
        for cell, score in zip(row[1:], method.scores.values(), strict=True):
            assert cell.startswith(
                f"{100 * score.value:.1f}% ({100 * score.low:.0f} – {100 * score.high:.0f}"
            )
    assert [row[0] for row in classes[1:]] == list(LABELS)
    assert [int(row[-1]) for row in classes[1:]] == [one.support for one in report.per_class]
    assert confusion[0][1:] == list(LABELS)
    assert [[int(cell) for cell in row[1:]] for row in confusion[1:]] == report.confusion.tolist()
    wrong = [
        (example.text, example.label, said)
        for example, said in zip(data.part(2), report.predictions, strict=True)
        if example.label != said
    ]
    assert sorted(tuple(row[:3]) for row in mistakes[1:]) == sorted(wrong)
    said = words(page.find("body"))
    assert "60 steps" in said and "1 min 15 s" in said and "may be chance" in said
    assert "click" not in said


def test_the_worst_ten_mistakes_of_many_are_listed(page_of) -> None:
    data, report = text_run(600)
    *_others, mistakes = tables(page_of(data, report))
    assert len(mistakes) == MISTAKES + 1
    shown = [int(row[3].removesuffix("%")) for row in mistakes[1:]]
    assert shown == sorted(shown, reverse=True)


def test_where_no_answer_is_wrong_none_is_listed(page_of) -> None:
    data, report = text_run()
    right = tuple(example.label for example in data.part(2))
    page = page_of(data, without_probabilities(replace(report, predictions=right)))
    assert len(tables(page)) == 5
    assert "Not answered rightly: 0 of 20 held-out examples" in words(page.find("body"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bars_are_drawn_to_scale_with_their_names(page_of, lang: str) -> None:
    _data, report = text_run()
    picture = next(page_of(*text_run(), lang).iter("svg"))
    widths = [float(bar.get("width")) for bar in picture.iter("rect")]
    values = [method.scores["accuracy"].value for method in report.methods]
    assert widths == pytest.approx([value / values[0] * widths[0] for value in values], abs=0.2)
    written = [words(text) for text in picture.iter("text")]
    assert {number_style(lang).percent(value, 0) for value in values} <= set(written)
    assert "TF-IDF" in written and "<b>ham</b>" not in written


def test_a_score_that_is_not_defined_is_a_dash(page_of) -> None:
    data, report = text_run()
    first = report.per_class[0]
    odd = replace(first, f1=replace(first.f1, value=float("nan")))
    page = page_of(data, replace(report, per_class=(odd, *report.per_class[1:])))
    assert "—" in [words(text) for text in list(page.iter("svg"))[1].iter("text")]
