"""Before and after of a model that was uploaded: what is compared without its texts, or without its base."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import fine_tuned_checkpoints
import numpy as np
import pytest
from page_reader import chart_numbers, in_menu
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import load_engine
from bertviz_core.jobs.model_zip import model_zip
from bertviz_core.jobs.run_store import run_store
from bertviz_core.jobs.upload_files import BroughtFile
from bertviz_core.jobs.uploaded_model import keep_uploaded_model
from bertviz_core.results import LearningRun, Task
from bertviz_core.ui.downloads import SAVE_MENU
from bertviz_core.ui.fine_tuning import before_after_answers

Upload = Callable[..., LearningRun]
OpenView = Callable[..., AppTest]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    before_after_answers._work.clear()


@pytest.fixture
def upload(checkpoint: Callable[..., Path], tmp_path: Path, data_folder: Path) -> Upload:
    """Upload a model as a person would; its base is a tiny one, or unknown."""

    def bring(task: Task = "sentence", *, base_known: bool = True) -> LearningRun:
        saved = fine_tuned_checkpoints.build(tmp_path / task, task=task, own={"task": task})
        data_folder.mkdir(exist_ok=True)
        store = run_store()
        file = BroughtFile(name="m.zip", open=lambda: model_zip(saved, "m"))
        run = keep_uploaded_model([file], name="mine", owner="", store=store)
        assert run.model == ""
        if base_known:
            run = replace(run, model=str(checkpoint("bert")))
            store.folder(run.id).write(run)
        return run

    return bring


@pytest.fixture
def open_view(open_page: Callable[..., AppTest]) -> OpenView:
    return lambda run, **parameters: open_page("fine_tuning", view="before_after", run=run.id, **parameters)


def charts(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


@pytest.mark.parametrize("task", ["sentence", "pair", "tagging", "question"])
def test_heads_are_compared_on_an_example_at_once(open_view: OpenView, upload: Upload, task: Task) -> None:
    app = open_view(upload(task))
    assert in_menu(app.text_input, "change_text").value.strip()
    assert len(charts(app)) == 2 and in_menu(app.selectbox, "change_head_choice").options
    assert any("on the text above" in text.value for text in app.markdown)


def test_one_head_is_compared_on_the_typed_text(
    open_view: OpenView, upload: Upload, checkpoint: Callable[..., Path]
) -> None:
    run = upload()
    app = open_view(run)
    in_menu(app.text_input, "change_text").set_value("el banco de la plaza").run()
    in_menu(app.selectbox, "change_head_choice").set_value("2.1").run()
    assert not app.exception and not app.warning
    before, after = (chart_numbers(trace["z"]) for trace in charts(app)[1]["data"])
    for drawn, model in ((before, str(checkpoint("bert"))), (after, f"run:{run.id}")):
        weights = load_engine(model).attention_layer("el banco de la plaza", None, layer=1)[0]
        np.testing.assert_allclose(drawn**2, weights, atol=1e-5)
    in_menu(app.text_input, "change_text").set_value("Saqué dinero").run()
    assert not app.exception
    assert in_menu(app.selectbox, "change_head_choice").value == "2.1"
    in_menu(app.text_input, "change_text").set_value("  ").run()
    assert not app.exception and not app.warning
    assert "Write a text" in app.info[0].value


def test_the_weights_need_no_texts(open_view: OpenView, upload: Upload) -> None:
    app = open_view(upload(), what="weights")
    assert not app.warning and "moved most" in app.subheader[0].value
    assert [len(chart["data"]) for chart in charts(app)] == [1, 1]  # no line of vectors
    app.session_state[SAVE_MENU] = True
    assert len(app.run().get("download_button")) == 2
    assert any("no held-out examples whose vectors" in text.value for text in app.markdown)


def test_the_map_says_that_there_is_nothing_to_place(open_view: OpenView, upload: Upload) -> None:
    app = open_view(upload(), what="map")
    assert not app.warning and not charts(app)
    assert "An uploaded model has no held-out texts" in app.info[0].value


@pytest.mark.parametrize("what", ["attention", "weights"])
def test_without_a_base_it_can_be_asked(open_view: OpenView, upload: Upload, what: str) -> None:
    app = open_view(upload(base_known=False), what=what)
    assert not app.warning and not app.error
    assert "is not known here" in app.info[0].value
    app.button(key="change_to_ask").click().run()
    assert not app.exception
    assert any((area.key or "").endswith("_text") for area in app.text_area)
