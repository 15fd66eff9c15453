"""The list of runs: whose they are, what each reached, what can be done with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from finished_runs import keep_run, question_run, tagged_run, text_run
from learning_runs import OWNER, a_run, damage, some_data, some_points
from page_reader import chart_numbers, link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.results import LearningSettings, Phase, Problem, RunStatus
from bertviz_core.ui import visitor as visitor_module
from bertviz_core.ui.fine_tuning import run_rows

OpenRuns = Callable[..., AppTest]
DONE = RunStatus(phase="done", step=40, steps=40, seconds=75, best_step=30)
RUNNING = RunStatus(phase="running", stage="learning", step=20, steps=40, seconds=30)


@pytest.fixture(autouse=True)
def as_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be the one who began the runs, unless they say otherwise."""
    for module in (visitor_module, run_rows):
        monkeypatch.setattr(module, "visitor", lambda: OWNER)


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return run_store()


@pytest.fixture
def open_runs(open_page: Callable[..., AppTest], store: RunStore) -> OpenRuns:
    def open_it(lang: str = "en", **parameters: str) -> AppTest:
        return open_page("fine_tuning", lang, view="runs", **parameters)

    return open_it


def said(app: AppTest) -> str:
    elements = (*app.markdown, *app.caption, *app.subheader, *app.info, *app.warning)
    return "\n".join(element.value for element in elements)


def keys(app: AppTest) -> set[str]:
    return {button.key for button in app.button}


def table(app: AppTest) -> list[dict[str, str]]:
    return app.dataframe[0].value.to_dict("records")


def test_without_runs_it_says_how_to_begin(open_runs: OpenRuns) -> None:
    app = open_runs()
    assert "There is no run yet" in app.info[0].value
    assert not app.dataframe


def test_the_newest_stands_first_with_what_it_reached(open_runs: OpenRuns, store: RunStore) -> None:
    a_run(store, DONE, points=some_points(40), measured=True, name="<b>uno</b>")
    a_run(store, RUNNING, name="dos", settings=LearningSettings(method="lora", lora_rank=4))
    a_run(store, RunStatus(phase="failed", problem=Problem(template="No.", fields={})), name="tres")
    a_run(store, DONE, owner="f" * 64, name="of somebody else")
    rows = table(open_runs())
    assert [row["Name"] for row in rows] == ["tres", "dos", "<b>uno</b>"]
    assert [row["State"] for row in rows] == ["failed", "is learning", "finished"]
    assert [row["Held-out score"] for row in rows] == ["", "", "95.0% (Accuracy, 12 examples)"]
    assert [row["Method"] for row in rows] == ["All weights", "LoRA, rank 4", "All weights"]
    assert [row["Duration"] for row in rows] == ["", "30 s", "1 min 15 s"]


def test_the_score_of_each_task_is_named(open_runs: OpenRuns, store: RunStore) -> None:
    for data, report in (tagged_run(), question_run(), text_run()):
        keep_run(store, data, report, owner=OWNER)
    scores = {row["Held-out score"] for row in table(open_runs())}
    assert scores == {
        "50.0% (F1 of answers, 2 examples)",
        "66.7% (F1 of entities, 3 examples)",
        "90.0% (Accuracy, 20 examples)",
    }


def test_everybody_sees_all_runs_where_they_are_shared(
    open_runs: OpenRuns, store: RunStore, settings: Callable[..., None]
) -> None:
    a_run(store, DONE, owner="f" * 64, name="of somebody else")
    assert not open_runs().dataframe
    settings(share_runs="true")
    app = open_runs()
    assert [row["Name"] for row in table(app)] == ["of somebody else"]
    assert "Everybody" in said(app)


def test_a_marked_run_can_be_opened(open_runs: OpenRuns, store: RunStore) -> None:
    run = a_run(store, DONE, points=some_points(40), measured=True)
    a_run(store, DONE)
    assert "runs_open" not in keys(open_runs())
    app = open_runs(runs=run.id)
    app.button(key="runs_open").click().run()
    assert not app.exception
    assert app.query_params["run"] == run.id
    assert "Accuracy 95.0%" in said(app)


def test_a_run_is_renamed(open_runs: OpenRuns, store: RunStore) -> None:
    run = a_run(store, DONE)
    app = open_runs(runs=run.id)
    app.text_input(key=f"runs_name_{run.id}").set_value("  mi <b>filtro  ")
    app.button(key="runs_rename").click().run()
    assert not app.exception
    assert store.run(run.id).name == "mi <b>filtro"
    app.text_input(key=f"runs_name_{run.id}").set_value("   ")
    app.button(key="runs_rename").click().run()
    assert "needs a name" in app.warning[0].value
    assert store.run(run.id).name == "mi <b>filtro"


def test_deleting_asks_first_and_forgets_the_run(open_runs: OpenRuns, store: RunStore) -> None:
    kept = a_run(store, DONE, name="kept")
    run = a_run(store, DONE, name="*weg*", measured=True)
    app = open_runs(runs=run.id, run=run.id)
    assert "Delete **\\*weg\\*** with the model" in said(app)
    app.button(key="runs_delete").click().run()
    assert not app.exception
    assert [left.id for left in store.runs()] == [kept.id]
    assert [row["Name"] for row in table(app)] == ["kept"]
    assert "run" not in app.query_params
    assert not app.warning


def test_several_runs_are_compared(open_runs: OpenRuns, store: RunStore) -> None:
    first = a_run(store, DONE, points=some_points(40), name="voll")
    second = a_run(
        store,
        DONE,
        points=some_points(20),
        name="lora",
        settings=LearningSettings(method="lora", learning_rate=3e-4),
    )
    app = open_runs(runs=f"{first.id},{second.id}")
    assert "2 of 2 runs are marked" in said(app)
    (chart,) = (json.loads(element.proto.spec) for element in app.get("plotly_chart"))
    scores = {trace["name"]: trace for trace in chart["data"] if trace.get("showlegend") is not False}
    assert chart_numbers(scores["voll"]["y"]).tolist() == pytest.approx([0.6, 0.7, 0.8, 0.9])
    assert chart_numbers(scores["lora"]["y"]).tolist() == pytest.approx([0.7, 0.9])
    differences = {row["Setting"]: row for row in app.dataframe[1].value.to_dict("records")}
    assert set(differences) == {"What learns", "Learning rate", "LoRA rank"}
    assert differences["What learns"]["voll"] == "All weights"
    assert differences["Learning rate"]["lora"] == "3·10⁻⁴"
    assert "runs_open" not in keys(app) and "runs_delete" in keys(app)
    assert link_of(app)["runs"] == f"{second.id},{first.id}"


def test_runs_on_other_data_are_told(open_runs: OpenRuns, store: RunStore) -> None:
    first = a_run(store, DONE, points=some_points(20))
    second = a_run(store, DONE, points=some_points(20), data=some_data(rows=60))
    app = open_runs(runs=f"{first.id},{second.id}")
    assert "cannot be compared" in "".join(info.value for info in app.info)
    app = open_runs(runs=first.id)
    assert not app.info


def test_equal_names_keep_their_columns(open_runs: OpenRuns, store: RunStore) -> None:
    runs = [a_run(store, DONE, name="igual", settings=LearningSettings(seed=seed)) for seed in range(3)]
    app = open_runs(runs=",".join(run.id for run in runs))
    (row,) = app.dataframe[1].value.to_dict("records")
    assert list(row.values()) == ["Seed", "2", "1", "0"]


def test_damaged_runs_are_named_and_deleted_where_runs_are_shared(
    open_runs: OpenRuns, store: RunStore, settings: Callable[..., None]
) -> None:
    settings(share_runs="true")
    kept = a_run(store, DONE, name="kept")
    run = a_run(store, DONE)
    damage(store, run)
    app = open_runs()
    assert [row["Name"] for row in table(app)] == ["kept"]
    assert run.id in [code.value for code in app.code]
    app.button(key=f"runs_damaged_{run.id}").click().run()
    assert not app.exception
    assert not store.folder(run.id).path.exists() and store.folder(kept.id).path.exists()
    assert run.id not in [code.value for code in app.code]


def test_damaged_runs_may_be_somebody_elses(open_runs: OpenRuns, store: RunStore) -> None:
    run = a_run(store, DONE)
    damage(store, run)
    assert run.id not in [code.value for code in open_runs().code]


def test_an_uploaded_model_is_a_run_without_curves(open_runs: OpenRuns, store: RunStore) -> None:
    run = a_run(store, DONE, name="de fuera")
    folder = store.folder(run.id)
    folder.write(replace(run, uploaded=True, data_name="", model="", fingerprint="", counts=(0, 0, 0)))
    app = open_runs(runs=run.id)
    assert table(app)[0]["Method"] == "Uploaded"
    assert not app.get("plotly_chart")
    app.button(key="runs_open").click().run()
    assert not app.exception
    assert "had learned before" in app.info[0].value
    assert {"learn_to_ask", "learn_new"} <= keys(app)


def test_an_address_that_names_nothing_marks_nothing(open_runs: OpenRuns, store: RunStore) -> None:
    a_run(store, DONE)
    app = open_runs(runs="../..,<b>,", along="<x>")
    assert "runs_delete" not in keys(app)
    assert "runs" not in app.query_params


@pytest.mark.parametrize(("phase", "offered"), [("done", True), ("failed", True), ("running", False)])
def test_a_whole_model_can_be_taken_home_however_its_run_ended(
    open_runs: OpenRuns, store: RunStore, phase: Phase, offered: bool
) -> None:
    run = a_run(store, replace(DONE, phase=phase), measured=True)
    app = open_runs(runs=run.id)
    labels = [button.proto.label for button in app.get("download_button")]
    assert any(label.startswith("Model as a folder") for label in labels) is offered


def test_there_is_nothing_to_take_home_where_no_model_was_left(open_runs: OpenRuns, store: RunStore) -> None:
    run = a_run(store, replace(DONE, phase="failed"))
    labels = [button.proto.label for button in open_runs(runs=run.id).get("download_button")]
    assert labels and not any(label.startswith("Model as a folder") for label in labels)
