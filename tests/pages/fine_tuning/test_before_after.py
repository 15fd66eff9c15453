"""The pretrained model beside the fine-tuned one: what a visitor of a finished run sees and can choose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import streamlit as st
from page_reader import chart_numbers, in_menu, link_of
from pushed_runs import example_data, finished_run, push_model
from streamlit.testing.v1 import AppTest

from bertviz_core.analysis.vectors.projection import Progress, project
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningRun, LearningSettings, Projection, Task
from bertviz_core.training.compared_examples import blanked_text
from bertviz_core.ui.downloads import SAVE_MENU
from bertviz_core.ui.fine_tuning import before_after_answers, before_after_points

Finish = Callable[..., LearningRun]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    before_after_answers._work.clear()
    before_after_points._by_components.clear()


@pytest.fixture(scope="module")
def pushed(checkpoint, tmp_path_factory) -> Callable[[str, str], Path]:
    made: dict[tuple[str, str], Path] = {}

    def get(family: str, moved: str) -> Path:
        if (family, moved) not in made:
            folder = tmp_path_factory.mktemp("pushed") / family
            made[family, moved] = push_model(checkpoint(family), folder, moved=moved)
        return made[family, moved]

    return get


@pytest.fixture
def finish(checkpoint, pushed, data_folder) -> Finish:
    def run(task: Task = "sentence", *, family: str = "bert", moved: str = "") -> LearningRun:
        return finished_run(example_data(task), base=checkpoint(family), model=pushed(family, moved))

    return run


@pytest.fixture
def open_view(open_page: Callable[..., AppTest]) -> Callable[..., AppTest]:
    def open_it(run: LearningRun | None = None, lang: str = "en", **parameters: str) -> AppTest:
        named = {"run": run.id} if run else {}
        return open_page("fine_tuning", lang, view="before_after", **named, **parameters)

    return open_it


def charts(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def points(app: AppTest) -> int:
    """Count those of one map of two classes."""
    return sum(len(chart_numbers(trace["customdata"])) for trace in charts(app)[0]["data"][:2])


def files(app: AppTest) -> int:
    app.session_state[SAVE_MENU] = True
    return len(app.run().get("download_button"))


def test_without_a_run_there_is_a_way_to_one(open_view, data_folder) -> None:
    app = open_view()
    assert "Choose a run that has ended" in app.info[0].value
    assert {"change_open_runs", "change_open_learn"} <= {button.key for button in app.button}
    assert not charts(app)


def test_a_run_that_has_left_no_model_says_so(open_view, data_folder) -> None:
    waiting = run_store().create(
        example_data("pair"), model="mini", revision=None, settings=LearningSettings(), owner=""
    )
    app = open_view(waiting)
    assert "left no model yet" in app.info[0].value


@pytest.mark.parametrize("lang", ["es", "en", "pt"])
@pytest.mark.parametrize("part", ["attention", "map", "weights", "words"])
def test_every_part_is_drawn_with_its_files(open_view, finish, lang: str, part: str) -> None:
    app = open_view(finish(), lang, what=part)
    assert not app.warning and len(charts(app)) >= 1
    assert app.subheader and files(app) == 3
    assert app.segmented_control(key="change_part").value == part


@pytest.mark.parametrize("task", ["pair", "tagging", "question"])
@pytest.mark.parametrize("part", ["attention", "map", "weights"])
def test_every_task_can_be_compared(open_view, finish, task: Task, part: str) -> None:
    app = open_view(finish(task), what=part)
    assert not app.warning and len(charts(app)) >= 1 and files(app) == 3


@pytest.mark.parametrize("family", ["distilbert", "roberta", "albert", "electra"])
@pytest.mark.parametrize("part", ["attention", "weights"])
def test_other_families(open_view, finish, family: str, part: str) -> None:
    app = open_view(finish(family=family), what=part)
    assert not app.main.warning and len(charts(app)) >= 1


def test_the_most_changed_head_opens_and_another_one_can_be_chosen(open_view, finish) -> None:
    app = open_view(finish())
    menu = in_menu(app.selectbox, "change_head_choice")
    divergence = chart_numbers(charts(app)[0]["data"][0]["z"])
    layer, head = np.unravel_index(divergence.argmax(), divergence.shape)
    assert menu.value == f"{layer + 1}.{head + 1}" and len(menu.options) == divergence.size
    assert f"Head {layer + 1}.{head + 1} moved most" in app.subheader[0].value
    least = "{}.{}".format(*(np.array(np.unravel_index(divergence.argmin(), divergence.shape)) + 1))
    in_menu(app.selectbox, "change_head_choice").set_value(least).run()
    assert app.query_params["spot"] == least
    drawn = chart_numbers(charts(app)[1]["data"][1]["z"])
    reopened = open_view(run_store().runs()[0], spot=least, maps="difference")
    assert in_menu(reopened.selectbox, "change_head_choice").value == least
    (difference,) = charts(reopened)[1]["data"]
    before = chart_numbers(charts(app)[1]["data"][0]["z"])
    np.testing.assert_allclose(chart_numbers(difference["z"]), drawn**2 - before**2, atol=1e-6)


def test_a_typed_text_is_read_kept_and_only_in_the_link(open_view, finish) -> None:
    app = open_view(finish())
    field = in_menu(app.text_input, "change_text")
    assert field.value == "the man went to the store 0"
    field.set_value("  ").run()
    assert not app.exception and app.warning
    in_menu(app.text_input, "change_text").set_value("el banco $5 <b>").run()
    assert not app.exception and not app.warning
    assert "text" not in app.query_params
    assert link_of(app)["text"] == "el banco $5 <b>"
    reopened = open_view(run_store().runs()[0], text="el banco de la plaza")
    assert in_menu(reopened.text_input, "change_text").value == "el banco de la plaza"
    assert "text" not in reopened.query_params


def test_the_layer_the_projection_and_the_rows_stand_in_the_address(open_view, finish) -> None:
    app = open_view(finish(), what="map")
    assert points(app) == 4
    in_menu(app.slider, "change_layer").set_value(1).run()
    app.toggle(key="change_rows").set_value(True).run()
    app.segmented_control(key="change_method").set_value("umap").run()
    assert not app.exception
    named = {name: app.query_params[name] for name in ("depth", "projection", "rows")}
    assert named == {"depth": "1", "projection": "umap", "rows": "all"}
    again = open_view(run_store().runs()[0], what="map", **named)
    assert points(again) == 12
    assert charts(again)[0]["data"][0]["x"] == charts(app)[0]["data"][0]["x"]
    beyond = open_view(run_store().runs()[0], what="map", depth="99")
    assert in_menu(beyond.slider, "change_layer").value == 3


def test_maps_by_umap_can_be_stopped_and_begun_again(open_view, finish, monkeypatch) -> None:
    asked, told = [], []

    def drawn(vectors: np.ndarray, method: str, *, progress: Progress | None = None) -> Projection:
        asked.append(method)
        if progress:
            progress(1, 4)
        return project(vectors, "pca")

    @contextmanager
    def clicked(*, key: str, on_stop: Callable[[], None]) -> Iterator[None]:
        on_stop()
        st.rerun()
        yield

    monkeypatch.setattr(before_after_points, "project", drawn)
    monkeypatch.setattr(before_after_points, "drawn_now", lambda method: method)
    work = SimpleNamespace(
        kept=lambda _key: False, answer=lambda _key, work, _show: work(lambda *parts: told.append(parts))
    )
    monkeypatch.setattr(before_after_points, "_work", lambda: work)
    with monkeypatch.context() as patch:
        patch.setattr(before_after_points, "work_bar", clicked)
        run = finish()
        app = open_view(run, what="map", projection="umap")
    assert app.info[0].value == "Stopped. The map is drawn by PCA." and points(app) == 4
    assert set(asked) == {"pca"}
    app.button(key="change_begin_again").click().run()
    assert not app.exception and not app.info and asked[-2:] == ["umap", "umap"]
    assert told == [(1, 8), (5, 8)]


def test_frozen_layers_are_named(open_view, finish) -> None:
    app = open_view(finish(moved="layer.2."), what="weights")
    assert app.subheader[0].value.startswith("2 of 3 layers are as before; layer 3 moved most")
    values = chart_numbers(charts(app)[0]["data"][0]["z"])
    assert not values[:2].any() and values[2].all()


def test_classes_are_shown_as_written(open_view, finish) -> None:
    app = open_view(finish(), what="map")
    names = [trace["name"] for trace in charts(app)[0]["data"]]
    assert names == ["&lt;i&gt;no", "yes"] * 2
    hovers = "".join(text for trace in charts(app)[0]["data"] for text in trace["text"])
    assert "<b>dinero" not in hovers and "&lt;b&gt;dinero $5" in hovers


def test_the_same_blank_is_asked_of_both(open_view, finish) -> None:
    run = finish()
    app = open_view(run, what="words")
    assert app.text_input(key=f"change_blank_{run.id}").value == blanked_text(run_store().data(run.id))
    before, after = (chart_numbers(chart["data"][0]["x"]) for chart in charts(app))
    assert len(before) == len(after) == 10
    assert not np.allclose(before, after)
    app.text_input(key=f"change_blank_{run.id}").set_value("no blank here").run()
    assert "There is no blank yet" in app.info[0].value
    assert app.text_input(key=f"change_blank_{run.id}").value == "no blank here"


def test_a_model_without_the_head_says_so(open_view, finish, checkpoint, tmp_path, data_folder) -> None:
    bare = checkpoint("bert", "BertForSequenceClassification")
    run = finished_run(example_data("sentence"), base=checkpoint("bert"), model=bare)
    app = open_view(run, what="words")
    assert "no trained masked-word head" in app.info[0].value


def test_a_model_of_another_shape_is_refused(open_view, checkpoint, data_folder) -> None:
    run = finished_run(example_data("sentence"), base=checkpoint("bert"), model=checkpoint("electra"))
    app = open_view(run, what="weights")
    assert "was not fine-tuned from" in app.warning[0].value


def test_choices_survive_another_page(open_view, finish) -> None:
    app = open_view(finish(), what="map")
    in_menu(app.slider, "change_layer").set_value(2).run()
    app.switch_page("masked_words.py").run()
    app.switch_page("fine_tuning.py").run()
    assert not app.exception
    assert app.segmented_control(key="change_part").value == "map"
    assert in_menu(app.slider, "change_layer").value == 2


def test_examples_that_do_not_fit_together_are_said(open_view, finish) -> None:
    run = finish()
    path = run_store().folder(run.id).path / "data.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"parts": [0]}))
    app = open_view(run)
    assert not app.exception
    assert "damaged" in "".join(element.value for element in [*app.error, *app.warning, *app.info])


@pytest.mark.parametrize("what", ["attention", "words"])
def test_the_run_is_named(open_view, finish, what: str) -> None:
    run = finish()
    lines = [caption.value for caption in open_view(run, what=what).caption]
    assert any(line.startswith("Run **") and " · data " in line and " · model " in line for line in lines)
