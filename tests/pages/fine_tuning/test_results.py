"""The view Results without a browser: of every task, of runs that are not finished, with hostile texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from finished_runs import HOSTILE, LABELS, keep_run, question_run, tagged_run, text_run
from streamlit.testing.v1 import AppTest

from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.locales import LANGUAGES, fill, translate
from bertviz_core.results import (
    Interval,
    LearningPoint,
    LearningSettings,
    Problem,
    RunStatus,
    ValidationPoint,
)
from bertviz_core.ui.downloads import SAVE_MENU
from bertviz_core.ui.fine_tuning import results, results_so_far

OpenResults = Callable[..., AppTest]


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    results._report.clear()
    return run_store()


@pytest.fixture
def open_results(open_page: Callable[..., AppTest], store: RunStore) -> OpenResults:
    return lambda lang="en", **parameters: open_page("fine_tuning", lang, view="results", **parameters)


def words(app: AppTest) -> str:
    """Return all that is written."""
    shown = [*app.subheader, *app.markdown, *app.caption, *app.info, *app.warning]
    return "\n".join(element.value for element in shown)


def html(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))


def charts(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def cell_choice(app: AppTest):
    return next(box for box in app.selectbox if str(box.key).startswith("results_cell_"))


def test_without_a_run_the_way_to_one_is_shown(open_results):
    app = open_results()
    assert "No run is chosen yet" in words(app)
    assert {button.key for button in app.button} >= {"results_to_learn", "results_to_runs"}
    assert not app.get("plotly_chart")


@pytest.mark.parametrize("pairs", [False, True])
def test_hostile_texts_and_labels_stay_text(open_results, store, pairs):
    run = keep_run(store, *text_run(pairs=pairs))
    app = open_results(run=run.id)
    assert not app.exception
    assert app.subheader[0].value.startswith("Accuracy: 90.0%")
    assert "<img" not in html(app) and "&lt;img src=x onerror=alert(1)&gt;" in html(app)
    assert "<b>ham" not in html(app) and "right: &lt;b&gt;ham&lt;/b&gt;" in html(app)
    written = json.dumps(charts(app))
    assert "<b>ham" not in written and "&lt;b&gt;ham" in written
    assert "<i>set" not in words(app)


def test_the_difference_is_called_chance_where_it_may_be(open_results, store):
    data, report = text_run()
    shown = words(open_results(run=keep_run(store, data, report).id))
    assert "**Fine-tuning is ahead, which may be chance:**" in shown and "“Features”" in shown
    best = report.comparisons[-1]
    counts = f"Of 20 held-out examples fine-tuning does better on {best.better} and worse on {best.worse}."
    assert best.better and counts in shown
    many = keep_run(store, *text_run(600))
    assert "**Fine-tuning is ahead, by more than chance:**" in words(open_results(run=many.id))


@pytest.mark.parametrize(
    ("p_value", "verdict"), [(0.2, "which may be chance"), (0.01, "by more than chance")]
)
def test_who_is_ahead_is_named_and_the_lead_is_theirs(open_results, store, p_value, verdict):
    data, report = text_run()
    behind = Interval(value=-0.05, low=-0.1, high=0.02)
    other = replace(report.comparisons[-1], difference=behind, p_value=p_value)
    run = keep_run(store, data, replace(report, comparisons=(other,)))
    shown = words(open_results(run=run.id))
    assert f"**“Features” is ahead, {verdict}:** 5.0 points before fine-tuning." in shown
    assert "from −2.0 to +10.0 points" in shown


def test_a_tie_is_called_a_tie(open_results, store):
    data, report = text_run()
    equal = Interval(value=0.0, low=0.0, high=0.0)
    same = [replace(one, difference=equal, p_value=1.0) for one in report.comparisons]
    run = keep_run(store, data, replace(report, comparisons=tuple(same)))
    shown = words(open_results(run=run.id))
    assert "**No difference:**" in shown and "reach the same score" in shown
    assert "may be chance" not in shown and "1.000" not in shown


def test_the_surest_mistakes_come_first_and_any_cell_can_be_read(open_results, store):
    data, report = text_run()
    run = keep_run(store, data, report)
    app = open_results(run=run.id)
    sure = report.probabilities.max(axis=1)
    right = [example.label for example in data.part(2)]
    mistakes = [n for n, label in enumerate(right) if label != report.predictions[n]]
    first = max(mistakes, key=lambda n: sure[n])
    own = data.part(2)[first].text.rsplit(" ", 1)[1]
    shown = html(app)
    others = [data.part(2)[n].text.rsplit(" ", 1)[1] for n in mistakes if n != first]
    assert all(shown.index(f"number {own}<") < shown.index(f"number {other}<") for other in others)
    cell_choice(app).set_value((1, 1)).run()
    assert app.query_params["cell"] in ("1-1", ["1-1"])
    assert html(app).count("right: =spam") == int(report.confusion[1, 1])
    app = open_results(run=run.id, cell="1-1")
    assert html(app).count("right: =spam") == int(report.confusion[1, 1])


@pytest.mark.parametrize("cell", ["9-9", "1", "-1-0", "a-b", "1-0-1", "²-0", "0-1"])
def test_an_address_with_any_cell_opens(open_results, store, cell):
    run = keep_run(store, *text_run())
    assert "Accuracy" in words(open_results(run=run.id, cell=cell))


def test_sentences_with_wrong_tags_are_marked(open_results, store):
    run = keep_run(store, *tagged_run())
    app = open_results(run=run.id)
    assert app.subheader[0].value.startswith("F1 of entities")
    assert "1 of 3" in words(app)
    assert "&lt;u&gt;Ana&lt;/u&gt;" in html(app) and "<u>" not in html(app)
    assert "I-PER → O" in html(app) and "B-LOC → O" in html(app) and "O → B-LOC" in html(app)
    bars = charts(app)[1]
    assert bars["layout"]["yaxis"]["ticktext"] == ["LOC", "PER"]


def test_wrong_answers_stand_in_their_text(open_results, store):
    run = keep_run(store, *question_run())
    app = open_results(run=run.id)
    assert app.subheader[0].value.startswith("F1 of answers: 50.0%")
    assert "1 of 2 (exact match 50.0%)" in words(app)
    assert '<span class="said">&lt;b&gt;tower&lt;/b&gt;</span> is black' in html(app)
    assert '<span class="right">1891</span> &amp; left' in html(app)
    assert len(charts(app)) == 2


@pytest.mark.parametrize("lang", ["es", "pt"])
def test_every_task_opens_in_other_languages(open_results, store, lang):
    for data, report in (text_run(), tagged_run(), question_run()):
        app = open_results(lang, run=keep_run(store, data, report).id)
        assert not app.exception and "How to read" not in words(app)


def waiting(store, status, points=()):
    run = store.create(text_run()[0], model="mini", revision=None, settings=LearningSettings(), owner="")
    folder = store.folder(run.id)
    folder.write_status(status)
    for point in points:
        folder.add_point(point)
    return run


def test_a_run_that_still_learns_shows_what_is_known(open_results, store):
    validation = ValidationPoint(loss=0.5, score=0.75, confusion=np.array([[3, 1], [0, 4]]))
    points = [LearningPoint(step=10, epoch=1.0, seconds=2.0, validation=validation)]
    run = waiting(store, RunStatus(phase="running", stage="learning", step=10, steps=40), points)
    app = open_results(run=run.id)
    assert "Accuracy 75.0%" in words(app)
    assert any("step 10 of 40" in bar.proto.text for bar in app.get("progress"))
    assert "&lt;b&gt;ham" in json.dumps(charts(app))


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (RunStatus(phase="waiting"), "waits for its turn"),
        (RunStatus(phase="stopped"), "was not measured"),
        (
            RunStatus(
                phase="failed", problem=Problem(template="No room for {what}.", fields={"what": "<b>it"})
            ),
            "No room for",
        ),
    ],
)
def test_a_run_without_a_report_says_why(open_results, store, status, sentence):
    app = open_results(run=waiting(store, status).id)
    assert sentence in words(app) and "<b>it" not in words(app)
    assert [button.key for button in app.button if button.key == "results_to_learn"]


def test_a_report_that_comes_later_is_seen(open_results, store):
    _data, report = text_run()
    run = waiting(store, RunStatus(phase="running", stage="measuring", step=9, steps=9))
    app = open_results(run=run.id)
    assert "Accuracy:" not in words(app)
    folder = store.folder(run.id)
    folder.write_report(report)
    folder.write_status(RunStatus(phase="done", step=9, steps=9))
    app.run()
    assert app.subheader[0].value.startswith("Accuracy: 90.0%")


def test_an_unknown_run_is_a_sentence(open_results):
    app = open_results(run="0" * 16)
    assert app.warning and "No run is chosen yet" in words(app)


def test_what_is_said_of_hostile_texts_covers_them_all():
    data, _report = text_run()
    assert {example.text.rsplit(" number", 1)[0] for example in data.part(2)} == set(HOSTILE)
    assert data.labels == LABELS


@pytest.mark.parametrize(
    ("file", "damage", "said"),
    [
        ("report.json", {"predictions": []}, "was not measured"),
        ("report.json", {"probabilities": [[0.5]]}, "was not measured"),
        ("report.json", {"labels": ["a"]}, "was not measured"),
        ("data.json", {"labels": ["a"]}, "damaged"),
        ("data.json", {"parts": [0]}, "damaged"),
    ],
)
def test_files_that_do_not_fit_together_are_said(open_results, store, file, damage, said):
    run = keep_run(store, *text_run())
    path = store.folder(run.id).path / file
    path.write_text(json.dumps(json.loads(path.read_text()) | damage))
    app = open_results(run=run.id)
    assert not app.exception
    assert said in words(app) + "".join(error.value for error in app.error)


def test_a_run_deleted_while_it_is_followed_draws_the_page_anew(open_results, store, monkeypatch):
    class Anew(Exception):
        pass

    def anew() -> None:
        raise Anew

    run = waiting(store, RunStatus(phase="running", stage="learning", step=10, steps=40))
    with monkeypatch.context() as patch:  # as the browser draws the part that looks again and again
        patch.setattr(results_so_far.st, "rerun", anew)
        results_so_far._follow(run)
        store.delete(run.id)
        with pytest.raises(Anew):
            results_so_far._follow(run)
    app = open_results(run=run.id)
    assert "no such run" in words(app) and "No run is chosen yet" in words(app)


@pytest.mark.parametrize("grouped", [True, False])
def test_how_to_read_tells_of_examples_that_are_drawn_together(open_results, store, grouped):
    data, report = question_run()
    if grouped:
        data = replace(data, groups=np.array([4, 4, 1]))
    run = keep_run(store, data, report)
    app = open_results(run=run.id)
    assert not app.exception
    assert ("are drawn together" in words(app)) is grouped


def files(app: AppTest) -> list[str]:
    """Open the menu; return what the buttons in it are called."""
    app.session_state[SAVE_MENU] = True
    app.run()
    assert not app.exception
    return [button.proto.label for button in app.get("download_button")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_model_card_notebook_and_report_can_be_taken_home(open_results, store, lang):
    run = keep_run(store, *text_run())
    folder = store.folder(run.id).model
    folder.mkdir()
    (folder / "config.json").write_text("{}", encoding="utf-8")
    (folder / "README.md").write_text("# Card", encoding="utf-8")
    labels = files(open_results(lang, run=run.id))
    wanted = ("Report to hand in (HTML)", "Model card", "Notebook of five lines")
    assert {translate(label, lang) for label in wanted} <= set(labels)
    size = fill(translate("Model as a folder ({size} MB)", lang), {"size": 0})
    assert labels.index(size) == len(labels) - 3


def test_without_a_model_the_report_is_offered_alone(open_results, store):
    run = keep_run(store, *question_run())
    labels = files(open_results(run=run.id))
    assert labels[0] == "Report to hand in (HTML)"
    assert not any(label.startswith(("Model", "Notebook")) for label in labels)


def test_a_run_that_was_not_measured_can_be_taken_home(open_results, store):
    run = waiting(store, RunStatus(phase="stopped", step=3), [LearningPoint(step=3, epoch=0.5, seconds=1.0)])
    assert files(open_results(run=run.id)) == ["Curves as CSV", "Run as JSON"]
    folder = store.folder(run.id).model
    folder.mkdir()
    (folder / "config.json").write_text("{}", encoding="utf-8")
    assert files(open_results(run=run.id))[2:] == ["Model as a folder (0 MB)", "Notebook of five lines"]
