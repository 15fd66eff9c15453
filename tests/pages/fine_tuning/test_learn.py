"""The view in which a model learns: what is asked before, shown meanwhile and said in the end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path

import pytest
from finished_runs import tagged_run
from learning_runs import HOSTILE, OWNER, a_run, damage, some_data, some_points
from page_reader import chart_numbers, link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.errors import InputError
from bertviz_core.jobs import start_worker
from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.results import LearningSettings, MethodScore, Problem, RunStatus
from bertviz_core.ui import visitor as visitor_module
from bertviz_core.ui.fine_tuning import learn_beginning, learn_features

OpenLearn = Callable[..., AppTest]
PATIENCE_S = 240
RUNNING = RunStatus(phase="running", stage="learning", step=20, steps=40, seconds=30, seconds_left=200)
DONE = RunStatus(phase="done", step=40, steps=40, seconds=75, best_step=30)


@pytest.fixture(autouse=True)
def as_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be the one who began the runs, unless they say otherwise."""
    learn_features._runner.clear()
    for module in (visitor_module, learn_beginning, learn_features):
        monkeypatch.setattr(module, "visitor", lambda: OWNER)


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return run_store()


@pytest.fixture
def open_learn(open_page: Callable[..., AppTest], store: RunStore) -> OpenLearn:
    def open_it(lang: str = "en", **parameters: str) -> AppTest:
        return open_page("fine_tuning", lang, view="learn", **parameters)

    return open_it


def said(app: AppTest) -> str:
    elements = (*app.markdown, *app.caption, *app.subheader, *app.info, *app.warning)
    return "\n".join(element.value for element in elements)


def has_button(app: AppTest, key: str) -> bool:
    return any(button.key == key for button in app.button)


def charts(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def bar_text(app: AppTest) -> str:
    (bar,) = app.get("progress")
    return bar.proto.text


def number_field(app: AppTest, name: str):
    (field,) = (field for field in app.number_input if field.key.startswith(f"learn_{name}_"))
    return field


# Before a run


def test_the_usual_settings_are_proposed_and_a_run_begins_with_them(
    open_learn: OpenLearn, store: RunStore
) -> None:
    app = open_learn()
    assert not store.runs()
    app.button(key="learn_begin").click().run()
    assert not app.exception
    (run,) = store.runs()
    assert store.status(run.id).phase == "waiting"
    assert run.owner == OWNER and run.model == "mini" and run.labels == ("ham", "spam")
    assert app.query_params["run"] == run.id
    assert "In the queue, 0 before it" in bar_text(app)
    assert start_worker.queue_of_app().waiting() == {run.id}


def test_what_is_chosen_is_what_the_run_is_told_and_stands_in_the_address(
    open_learn: OpenLearn, store: RunStore
) -> None:
    app = open_learn()
    number_field(app, "epochs").set_value(2).run()
    (method,) = (group for group in app.get("button_group") if (group.key or "").startswith("learn_method"))
    method.set_value("lora").run()
    number_field(app, "lora_rank").set_value(4).run()
    number_field(app, "batch_size").set_value(32).run()
    number_field(app, "warmup").set_value(25).run()
    number_field(app, "run_seed").set_value(7).run()
    assert not app.exception
    assert {name: app.query_params[name] for name in ("method", "epochs", "lora_rank", "run_seed")} == {
        "method": "lora",
        "epochs": "2",
        "lora_rank": "4",
        "run_seed": "7",
    }
    linked = open_learn(
        **{name: value for name, value in link_of(app).items() if name not in ("lang", "view")}
    )
    linked.button(key="learn_begin").click().run()
    (run,) = store.runs()
    settings = run.settings
    assert (settings.method, settings.epochs, settings.lora_rank) == ("lora", 2, 4)
    assert (settings.batch_size, settings.warmup, settings.seed) == (32, 0.25, 7)


def test_an_address_with_settings_out_of_bounds_is_not_followed(open_learn: OpenLearn) -> None:
    app = open_learn(
        epochs="9999", method="<b>", rate="1e9", batch_size="0", class_weights="x", max_tokens="x"
    )
    usual = open_learn()
    for name in ("epochs", "batch_size", "max_tokens"):
        assert number_field(app, name).value == number_field(usual, name).value
    assert "method" not in app.query_params and "rate" not in app.query_params


def test_what_cannot_work_is_refused_before_anything_starts(
    open_learn: OpenLearn, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bertviz_core.training import fine_tuning

    def refuse(settings, info, data) -> None:
        raise InputError("At most {most} epochs.", most=3)

    monkeypatch.setattr(fine_tuning, "check_settings", refuse)
    app = open_learn()
    app.button(key="learn_begin").click().run()
    assert "At most 3 epochs" in app.warning[0].value
    assert not store.runs()
    assert has_button(app, "learn_begin")


@pytest.mark.parametrize(
    ("limit", "field", "too_much", "told"),
    [
        ("max_run_memory_bytes", "batch_size", 256, "MB of memory"),
        ("max_run_steps", "epochs", 100, "steps;"),
    ],
)
def test_a_run_that_takes_too_much_cannot_be_begun_and_nothing_chosen_is_lost(
    open_learn: OpenLearn,
    store: RunStore,
    settings: Callable[..., None],
    limit: str,
    field: str,
    too_much: int,
    told: str,
) -> None:
    settings(max_run_memory_bytes="4000000000", max_run_steps="1000")
    app = open_learn()
    assert not app.button(key="learn_begin").disabled
    number_field(app, field).set_value(too_much).run()
    assert app.button(key="learn_begin").disabled
    assert told in app.warning[0].value and "allowed here" in app.warning[0].value
    assert number_field(app, field).value == too_much
    settings(**{limit: str(10**12)})
    app.run()
    app.button(key="learn_begin").click().run()
    assert len(store.runs()) == 1


def test_who_presses_a_button_that_is_off_begins_nothing(
    open_learn: OpenLearn, store: RunStore, settings: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(max_run_steps="10")
    monkeypatch.setattr(learn_beginning, "_refusal", lambda *asked: None)  # the browser shows it as it likes
    app = open_learn()
    app.button(key="learn_begin").click().run()
    assert not app.exception
    assert "10 are allowed here" in app.warning[0].value
    assert not store.runs()


def test_a_full_queue_is_told(open_learn: OpenLearn, store: RunStore, settings: Callable[..., None]) -> None:
    settings(max_waiting_runs="1")
    a_run(store, RunStatus(phase="waiting"))
    app = open_learn()
    app.button(key="learn_begin").click().run()
    assert "1 run waits already" in app.warning[0].value
    assert len(store.runs()) == 1


def test_runs_on_the_same_data_are_told_apart_by_name(open_learn: OpenLearn, store: RunStore) -> None:
    app = open_learn()
    app.button(key="learn_begin").click().run()
    app.button(key="learn_new").click().run()
    assert "run" not in app.query_params
    app.button(key="learn_begin").click().run()
    first, second = (run.name for run in reversed(store.runs()))
    assert second == f"{first} 2"


def test_features_are_measured_behind_the_page(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING)  # its data are few, and what to compare it with is offered meanwhile
    app = open_learn(run=run.id)
    app.button(key="learn_features").click().run()
    end = time.monotonic() + PATIENCE_S
    while has_button(app, "learn_features_stop"):
        assert time.monotonic() < end
        time.sleep(0.2)
        app.run()
        assert not app.exception
    (chart,) = (chart for chart in charts(app) if chart["data"][0]["type"] == "bar")
    values = chart_numbers(chart["data"][0]["x"])
    assert len(values) == 3 and (0 <= values).all() and (values <= 1).all()
    assert values[1] > values[0]  # counting words tells the classes, which a word gives away
    again = open_learn(run=run.id)
    assert any(chart["data"][0]["type"] == "bar" for chart in charts(again))
    assert not has_button(again, "learn_features")


@pytest.mark.parametrize("tagging", [True, False])
def test_what_is_cross_validated_is_named(
    open_learn: OpenLearn, store: RunStore, monkeypatch: pytest.MonkeyPatch, tagging: bool
) -> None:
    run = a_run(store, RUNNING, data=tagged_run()[0] if tagging else None)
    scores = (MethodScore(method="features", scores={}, seconds=1.0, cross_validated=0.987),)

    def start(key: Hashable, *_: object) -> None:
        learn_features._runner().start(key, lambda tell: scores, visitor=OWNER)

    monkeypatch.setattr(learn_features, "_start", start)
    app = open_learn(run=run.id)
    app.button(key="learn_features").click().run()
    end = time.monotonic() + PATIENCE_S
    while has_button(app, "learn_features_stop"):
        assert time.monotonic() < end
        app.run()
    assert not app.exception
    assert ("98.7% of the words right" in said(app)) is tagging
    assert ("98.7% right" in said(app)) is not tagging


def test_measuring_features_can_be_stopped(
    open_learn: OpenLearn, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bertviz_core.training import baselines

    def forever(engine, data, *, step):
        while True:
            time.sleep(0.01)
            step()

    monkeypatch.setattr(baselines, "baseline_scores", forever)
    app = open_learn(run=a_run(store, RUNNING).id)
    app.button(key="learn_features").click().run()
    app.button(key="learn_features_stop").click().run()
    assert not app.exception
    assert has_button(app, "learn_features")


def test_one_who_measures_other_data_ends_what_was_measured_before(
    open_learn: OpenLearn, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bertviz_core.training import baselines

    def forever(engine, data, *, step):
        while True:
            time.sleep(0.01)
            step()

    monkeypatch.setattr(baselines, "baseline_scores", forever)
    runs = [a_run(store, RUNNING), a_run(store, RUNNING, data=some_data(name="other", labels=("yes", "no")))]
    for run in runs:
        app = open_learn(run=run.id)
        app.button(key="learn_features").click().run()
        assert has_button(app, "learn_features_stop") and "for 2 minutes when you leave" in said(app)
    assert has_button(open_learn(run=runs[0].id), "learn_features")
    app.button(key="learn_features_stop").click().run()


def test_the_data_of_an_address_are_learned_from_in_whatever_view_it_opens(
    open_page: Callable[..., AppTest], store: RunStore
) -> None:
    app = open_page("fine_tuning", view="data", data="film_reviews", of="pt")
    app.button(key="data_to_learn").click().run()
    assert not app.exception
    assert "**Film reviews \\(Português\\)**" in said(app)
    assert (app.query_params["data"], app.query_params["of"]) == ("film_reviews", "pt")
    app = open_page("fine_tuning", view="learn", data="film_reviews", of="pt")
    assert "**Film reviews \\(Português\\)**" in said(app)


def test_learning_from_other_data_leaves_the_run_that_was_open(
    open_page: Callable[..., AppTest], store: RunStore
) -> None:
    run = a_run(store, DONE, name="before")
    app = open_page("fine_tuning", view="data", data="film_reviews", of="pt", run=run.id)
    app.button(key="data_to_learn").click().run()
    assert not app.exception
    assert has_button(app, "learn_begin") and "run" not in app.query_params
    assert "**Film reviews \\(Português\\)**" in said(app)


def test_a_run_that_goes_on_is_named_above_the_form_and_opened_from_there(
    open_learn: OpenLearn, store: RunStore
) -> None:
    assert not has_button(open_learn(), "learn_open_run")
    a_run(store, DONE, name="ended")
    a_run(store, RUNNING, name="strange", owner="f" * 64)
    assert not has_button(open_learn(), "learn_open_run")
    run = a_run(store, RUNNING, name="<b>mine")
    app = open_learn()
    assert "A run of yours goes on: **\\<b\\>mine**" in said(app)
    assert has_button(app, "learn_begin")
    app.button(key="learn_open_run").click().run()
    assert not app.exception
    assert app.query_params["run"] == run.id
    assert "Step 20 of 40" in bar_text(app)


# Meanwhile


def test_a_running_run_shows_how_far_it_is_and_its_curves(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING, points=some_points(20, every=5))
    app = open_learn(run=run.id)
    assert "Step 20 of 40, epoch 4.0 of 4; about 3 min 20 s left" in bar_text(app)
    curves, confusion = sorted(charts(app), key=lambda chart: chart["data"][0]["type"] == "heatmap")
    assert curves["layout"]["xaxis"]["range"] == [0, 40]
    assert len(chart_numbers(curves["data"][0]["y"])) == 20
    assert confusion["data"][0]["customdata"] == [["21 (95.5%)", "1 (4.5%)"], ["1 (4.5%)", "21 (95.5%)"]]
    assert "You can leave this page" in said(app)
    assert has_button(app, "learn_stop")


@pytest.mark.parametrize(
    ("stage", "told"), [("reading", "are being read"), ("measuring", "held-out examples are being measured")]
)
def test_every_stage_has_its_words(open_learn: OpenLearn, store: RunStore, stage: str, told: str) -> None:
    run = a_run(store, replace(RUNNING, stage=stage))
    assert told in bar_text(open_learn(run=run.id))


def test_a_waiting_run_shows_its_place(open_learn: OpenLearn, store: RunStore) -> None:
    a_run(store, RUNNING)
    a_run(store, RunStatus(phase="waiting"), owner="f" * 64)
    run = a_run(store, RunStatus(phase="waiting"))
    assert "In the queue, 2 before it" in bar_text(open_learn(run=run.id))


def test_stop_is_asked_for_once(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING)
    app = open_learn(run=run.id)
    app.button(key="learn_stop").click().run()
    assert not app.exception
    assert store.folder(run.id).stop_requested
    app.run()
    assert app.button(key="learn_stop").disabled
    assert "ends after this step" in said(app)


def test_somebody_elses_run_is_shown_and_left_alone(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING, points=some_points(20), owner="f" * 64)
    app = open_learn(run=run.id)
    assert "Step 20 of 40" in bar_text(app)
    assert not has_button(app, "learn_stop")


def test_a_run_survives_other_pages_and_a_reload(open_learn: OpenLearn, store: RunStore) -> None:
    app = open_learn()
    app.button(key="learn_begin").click().run()
    (run,) = store.runs()
    app.switch_page("masked_words.py").run()
    app.switch_page("fine_tuning.py").run()
    assert not app.exception
    assert "In the queue" in bar_text(app)
    store.folder(run.id).write_status(RUNNING)
    assert "Step 20" in bar_text(open_learn(run=run.id))


def test_a_worker_that_does_not_start_is_told(
    open_learn: OpenLearn, store: RunStore, data_folder: Path
) -> None:
    run = a_run(store, RunStatus(phase="waiting"))
    start_worker._problem(data_folder).write_text(json.dumps("<b>no memory</b>"), encoding="utf-8")
    app = open_learn(run=run.id)
    assert "ended unexpectedly: \\<b\\>no memory" in app.warning[0].value


# In the end


def test_a_finished_run_says_what_it_reached(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, DONE, points=some_points(40), measured=True)
    app = open_learn(run=run.id)
    assert not app.get("progress")
    assert "Accuracy 95.0% on 12 held-out examples; best simple way: Features, 85.0%" in said(app)
    assert "Learned for 1 min 15 s: 4.0 epochs, 40 steps" in said(app)
    (bars,) = (chart for chart in charts(app) if chart["data"][0]["type"] == "bar")
    assert chart_numbers(bars["data"][0]["x"]).tolist() == [0.5, 0.8, 0.85, 0.95]
    curves = next(chart for chart in charts(app) if chart["data"][0]["type"] == "scatter")
    assert curves["layout"]["shapes"][0]["x0"] == 30
    app.button(key="learn_to_results").click().run()
    assert not app.exception
    assert app.query_params["view"] == "results" and app.query_params["run"] == run.id


def test_the_confusion_of_the_weights_that_are_kept_is_shown(open_learn: OpenLearn, store: RunStore) -> None:
    def shown(app: AppTest) -> list[list[int]]:
        (confusion,) = (chart for chart in charts(app) if chart["data"][0]["type"] == "heatmap")
        return [[int(cell.split()[0]) for cell in row] for row in confusion["data"][0]["customdata"]]

    done = open_learn(run=a_run(store, DONE, points=some_points(40), measured=True).id)
    assert shown(done) == [[31, 1], [1, 31]]
    assert "after step 30, whose weights are kept" in said(done)
    failed = open_learn(run=a_run(store, replace(DONE, phase="failed"), points=some_points(40)).id)
    assert shown(failed) == [[41, 1], [1, 41]]
    assert "after step 40:" in said(failed) and "whose weights are kept" not in said(failed)


def test_the_heading_says_that_a_run_was_stopped(open_learn: OpenLearn, store: RunStore) -> None:
    stopped = a_run(store, replace(DONE, phase="stopped"), points=some_points(20), measured=True)
    assert "Stopped. Accuracy 95.0% on 12 held-out examples; best simple way" in said(
        open_learn(run=stopped.id)
    )


def test_the_page_notices_that_the_run_has_ended(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING, points=some_points(20))
    app = open_learn(run=run.id)
    store.folder(run.id).write_status(DONE)
    app.run()
    assert not app.get("progress") and not has_button(app, "learn_stop")
    assert "The run has finished" in said(app)


def test_a_stopped_run_says_whether_something_is_kept(open_learn: OpenLearn, store: RunStore) -> None:
    ended = replace(DONE, phase="stopped")
    kept = a_run(store, ended, points=some_points(20), measured=True)
    assert "best so far is kept" in said(open_learn(run=kept.id))
    nothing = a_run(store, replace(ended, step=0, best_step=None))
    app = open_learn(run=nothing.id)
    assert "Nothing was learned that could be kept" in said(app)
    assert not has_button(app, "learn_to_ask")


def test_a_failed_run_says_why(open_learn: OpenLearn, store: RunStore) -> None:
    problem = Problem(template="There is no room for “{name}”.", fields={"name": "<b>*x*"})
    run = a_run(store, RunStatus(phase="failed", problem=problem))
    app = open_learn(run=run.id)
    assert "The run failed" in said(app)
    assert "There is no room for “\\<b\\>\\*x\\*”" in app.warning[0].value


def test_a_damaged_or_deleted_run_leads_back_to_the_beginning(open_learn: OpenLearn, store: RunStore) -> None:
    damaged = a_run(store, DONE)
    damage(store, damaged)
    for run_id, told in ((damaged.id, "damaged"), ("0" * 16, "no such run"), ("../../etc", "no such run")):
        app = open_learn(run=run_id)
        assert told in app.warning[0].value
        assert has_button(app, "learn_begin")
        assert "run" not in app.query_params


def test_a_run_without_its_data_is_still_shown(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING, points=some_points(20))
    (store.folder(run.id).path / "data.json").unlink()
    app = open_learn(run=run.id)
    assert "damaged" in app.warning[0].value
    assert "Step 20 of 40" in bar_text(app)


def test_names_and_labels_are_text(open_learn: OpenLearn, store: RunStore) -> None:
    data = some_data(HOSTILE, name="<img src=x>")
    run = a_run(store, RUNNING, points=some_points(20, every=5), data=data, name="**fett** <b>")
    app = open_learn(run=run.id)
    assert "**\\*\\*fett\\*\\* \\<b\\>** · \\<img src\\=x\\>" in said(app)
    (confusion,) = (chart for chart in charts(app) if chart["data"][0]["type"] == "heatmap")
    assert "&lt;b&gt;ham" in json.dumps(confusion["layout"]["yaxis"])


def test_the_method_stands_in_the_heading(open_learn: OpenLearn, store: RunStore) -> None:
    run = a_run(store, RUNNING, settings=LearningSettings(method="last_layers", last_layers=3))
    assert "Last 3 layers" in said(open_learn(run=run.id))
    assert "Últimas 3 capas" in said(open_learn("es", run=run.id))
