"""Asking a fine-tuned model without a browser: what is answered, and what is said where nothing is."""

from __future__ import annotations

import base64
import csv
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import fine_tuned_checkpoints
import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core import BertEngine
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import (
    Answer,
    LearningData,
    LearningSettings,
    QuestionExample,
    RunStatus,
    TaggedExample,
    TextExample,
)
from bertviz_core.ui.downloads import SAVE_MENU
from bertviz_core.ui.fine_tuning import ask_batch
from bertviz_core.written_numbers import ENGLISH_NUMBERS

OpenPage = Callable[..., AppTest]
Put = Callable[..., str]
HOSTILE = fine_tuned_checkpoints.LABELS[2]
CONTEXT = "The man went to the store and bought milk"
EXAMPLES = {
    "sentence": tuple(
        TextExample(text=f"the man {n} <i>", label=label)
        for n, label in enumerate(fine_tuned_checkpoints.LABELS * 3)
    ),
    "pair": tuple(
        TextExample(text=f"the man {n}", pair=f"the store {n}", label=label)
        for n, label in enumerate(fine_tuned_checkpoints.LABELS * 3)
    ),
    "tagging": tuple(
        TaggedExample(tokens=("the", f"man{n}", "lives"), tags=("O", "B-LOC", "O")) for n in range(9)
    ),
    "question": tuple(
        QuestionExample(question=f"where {n}", context=CONTEXT, answers=(Answer(text="store", start=20),))
        for n in range(9)
    ),
}


@pytest.fixture
def put(fine: Callable[..., BertEngine], data_folder: Path) -> Put:
    """Leave a run as it is when it has learned; return its id."""

    def put_run(task: str = "sentence", *, phase: str = "done", folder: Path | None = None) -> str:
        examples = EXAMPLES[task]
        engine = fine("bert", task)
        data = LearningData(
            task=task,  # type: ignore[arg-type]
            name="*own*",
            examples=examples,
            labels=engine.task.labels if engine.task else (),
            parts=np.repeat(np.arange(3, dtype=np.int8), 3),
            seed=0,
        )
        store = run_store()
        run = store.create(data, model="mini", revision=None, settings=LearningSettings(), owner="")
        if phase == "done":
            shutil.copytree(folder or engine.info.id, store.folder(run.id).model)
        store.folder(run.id).write_status(RunStatus(phase=phase))  # type: ignore[arg-type]
        return run.id

    return put_run


@pytest.fixture
def ask(open_page: OpenPage) -> OpenPage:
    return lambda lang="en", **parameters: open_page("fine_tuning", lang, view="ask", **parameters)


def field(app: AppTest, name: str) -> object:
    return next(area for area in (*app.text_area, *app.text_input) if str(area.key).endswith(name))


def chart(app: AppTest, place: int = 0) -> dict:
    return json.loads(app.get("plotly_chart")[place].proto.spec)


def numbers(values: object) -> list[float]:
    """Return numbers of a chart, which Plotly packs where they come from NumPy."""
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).tolist()
    return list(values)  # type: ignore[call-overload]


def said(app: AppTest) -> str:
    return "\n".join(
        str(element.value) for kind in ("caption", "info", "warning", "markdown") for element in app.get(kind)
    )


def test_a_held_out_example_is_answered_when_the_view_opens(ask: OpenPage, put: Put, fine) -> None:
    app = ask(run=put())
    text = EXAMPLES["sentence"][6].text
    assert field(app, "_text").value == text
    answer = fine().classify(text)
    assert chart(app)["data"][0]["x"] == pytest.approx([p for _label, p in answer.ranked()])
    first, second = (ENGLISH_NUMBERS.probability(p) for _label, p in answer.ranked()[:2])
    assert app.subheader[0].value.startswith(f"{first} ") and f", {second} " in app.subheader[0].value
    assert "right class: ham" in said(app)
    assert "<b>" not in chart(app)["layout"]["yaxis"]["ticktext"][0] + app.subheader[0].value.replace(
        "\\<b", ""
    )
    scores = fine().attribute_class(text, label=answer.label).scores
    assert numbers(chart(app, 1)["data"][0]["y"]) == pytest.approx(scores.tolist(), abs=1e-4)


def test_another_class_is_explained_and_stands_in_the_address(ask: OpenPage, put: Put, fine) -> None:
    app = ask(run=put())
    menu = next(box for box in app.selectbox if str(box.key).startswith("ask_class"))
    assert menu.options == ["Most probable class", *fine_tuned_checkpoints.LABELS]
    menu.set_value("1").run()
    assert app.query_params["class"] in ("1", ["1"])
    scores = fine().attribute_class(EXAMPLES["sentence"][6].text, label="spam").scores
    assert numbers(chart(app, 1)["data"][0]["y"]) == pytest.approx(scores.tolist(), abs=1e-4)


@pytest.mark.parametrize("lang", ["es", "en", "pt"])
def test_a_link_brings_the_text_which_leaves_the_address(ask: OpenPage, put: Put, lang: str) -> None:
    app = ask(lang, run=put(), text="$5 <script>alert(1)</script> *x*")
    assert field(app, "_text").value == "$5 <script>alert(1)</script> *x*"
    assert "text" not in app.query_params
    assert "<script>" not in "".join(str(element.proto) for element in app.get("html"))


def test_an_empty_text_is_told_and_nothing_drawn(ask: OpenPage, put: Put) -> None:
    app = ask(run=put())
    field(app, "_text").set_value(" ").run()
    assert "Write a text" in said(app) and not app.get("plotly_chart")


def test_pairs_have_two_fields(ask: OpenPage, put: Put, fine) -> None:
    app = ask(run=put("pair"))
    assert (field(app, "_text").value, field(app, "_pair").value) == ("the man 6", "the store 6")
    answer = fine("bert", "pair").classify("the man 6", "the store 6")
    assert chart(app)["data"][0]["x"] == pytest.approx([p for _label, p in answer.ranked()])
    field(app, "_pair").set_value("").run()
    assert "Write both texts" in said(app)


def test_an_example_of_the_menu_is_put_into_the_field(ask: OpenPage, put: Put) -> None:
    app = ask(run=put())
    menu = field(app, "_text").key + "_menu"
    app.session_state[menu] = True
    app.run()
    buttons = [button for button in app.button if "_menu_" in str(button.key)]
    assert len(buttons) == 3
    buttons[1].click().run()
    assert field(app, "_text").value == EXAMPLES["sentence"][7].text
    assert "right class: spam" in said(app)


def test_tags(ask: OpenPage, put: Put, fine) -> None:
    app = ask(run=put("tagging"))
    answer = fine("bert", "tagging").tag(["the", "man6", "lives"])
    assert numbers(chart(app)["data"][0]["y"]) == pytest.approx(answer.probabilities.max(axis=1).tolist())
    right = sum(a == b for a, b in zip(answer.tags, ("O", "B-LOC", "O"), strict=True))
    assert f"{right} of 3 words" in said(app)
    field(app, "_sentence").set_value("<b>man</b>").run()
    assert "<b>man" not in "".join(str(element.proto) for element in app.get("html"))
    field(app, "_sentence").set_value("").run()
    assert "Write a sentence" in said(app)


@pytest.mark.parametrize("task", ["sentence", "question"])
def test_who_answers_is_said(ask: OpenPage, put: Put, task: str) -> None:
    app = ask(run=put(task))
    line = next(caption.value for caption in app.caption if caption.value.startswith("Run **"))
    assert line.endswith("data \\*own\\* · model mini")


def test_answers(ask: OpenPage, put: Put, fine) -> None:
    app = ask(run=put("question"))
    answer = fine("bert", "question").answer("where 6", CONTEXT, top_k=5)
    assert chart(app)["data"][0]["x"] == pytest.approx([span.probability for span in answer.answers])
    assert "right answer: store" in said(app)
    marked = next(str(e.proto) for e in app.get("html") if "<mark>" in str(e.proto))
    assert f"<mark>{answer.answers[0].text}</mark>" in marked
    field(app, "_context").set_value("").run()
    assert "Write a question" in said(app)


def test_without_a_run_the_way_to_one_is_shown(ask: OpenPage, data_folder: Path) -> None:
    app = ask()
    assert "no fine-tuned model yet" in said(app)
    assert {"ask_to_data", "ask_to_runs"} <= {button.key for button in app.button}


@pytest.mark.parametrize(("phase", "words"), [("running", "still learning"), ("failed", "without a model")])
def test_a_run_without_a_model_is_told(ask: OpenPage, put: Put, phase: str, words: str) -> None:
    app = ask(run=put(phase=phase))
    assert words in said(app) and not app.get("plotly_chart")


def test_a_model_that_cannot_be_asked_says_why(ask: OpenPage, put: Put, tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path / "score", labels=("score",))
    app = ask(run=put(folder=folder))
    assert "give a number" in said(app) and not app.get("plotly_chart")


def test_a_model_of_another_page_is_asked_too(ask: OpenPage, put: Put) -> None:
    app = ask(model=f"run:{put()}")
    assert field(app, "_text").value == EXAMPLES["sentence"][6].text


def unfolded(app: AppTest) -> AppTest:
    """Run with the panel for files open, which AppTest does not keep by itself."""
    app.session_state["ask_batch"] = True
    return app.run()


def upload(app: AppTest, name: str, data: bytes) -> AppTest:
    unfolded(app).file_uploader(key="ask_upload").set_value((name, data, "text/csv"))
    unfolded(app)
    assert not app.exception
    return app


def test_a_file_is_classified_and_counted(ask: OpenPage, put: Put, fine) -> None:
    ask_batch._work.clear()
    texts = ["the man went", "=1+1 the store", "", "he bought milk $5"]
    right = [fine().classify(text).label if text else "ham" for text in texts]
    right[0] = "never heard of"
    table = io.StringIO()
    csv.writer(table, delimiter=";").writerows([("text", "label"), *zip(texts, right, strict=True)])
    app = upload(ask(run=put()), "mis <b>.csv", table.getvalue().encode("utf-16"))
    next(box for box in app.selectbox if str(box.key).startswith("ask_right")).set_value(1)
    app.button(key="ask_batch_button").click()
    unfolded(app)
    assert not app.exception
    assert "Accuracy 100.0%** on 2 rows" in said(app)
    assert "left out: 1" in said(app) and "never heard of" in said(app)


@pytest.mark.parametrize(
    ("name", "data"),
    [("x.csv", b""), ("x.txt", b"\n \n"), ("x.xlsx", b"PK\x03\x04nothing"), ("x.csv", b"\x00\x01\x02")],
)
def test_a_bad_file_is_told(ask: OpenPage, put: Put, name: str, data: bytes) -> None:
    app = upload(ask(run=put()), name, data)
    assert len(app.warning) == 1 and not any(b.key == "ask_batch_button" for b in app.button)


@pytest.mark.parametrize("task", EXAMPLES)
def test_the_model_can_be_taken_home_with_a_notebook(ask: OpenPage, put: Put, task: str) -> None:
    app = ask(run=put(task))
    app.session_state[SAVE_MENU] = True
    app.run()
    assert not app.exception
    labels = [button.proto.label for button in app.get("download_button")]
    assert "Model as a folder" in labels[-2] and labels[-1] == "Notebook of five lines"
