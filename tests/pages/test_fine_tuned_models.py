"""Fine-tuned models in the sidebar: whose they are, what a link opens, what is left of a deleted one."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningData, LearningRun, LearningSettings, RunStatus, TextExample
from bertviz_core.ui import visitor

OpenPage = Callable[..., AppTest]
Finish = Callable[..., LearningRun]

MINE, YOURS = "a" * 32, "b" * 32


def owner(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@pytest.fixture(autouse=True)
def my_cookie(monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> None:
    """Visit with a cookie."""
    read = visitor.st.context

    class Context:
        def __init__(self) -> None:
            self.cookies = {"bertscope_visitor": MINE}

        def __getattr__(self, name: str) -> object:
            return getattr(read, name)

    monkeypatch.setattr(visitor.st, "context", Context())


@pytest.fixture
def finish(checkpoint: Callable[..., Path]) -> Finish:
    """Leave a run as it is when it has learned."""

    def put(
        token: str = MINE,
        *,
        name: str = "mensajes",
        phase: str = "done",
        base: str = "mini",
        save_as: str | None = None,
    ) -> LearningRun:
        examples = tuple(TextExample(text=f"text {n}", label="ab"[n % 2]) for n in range(6))
        data = LearningData(
            task="sentence",
            name="spam",
            examples=examples,
            labels=("a", "b"),
            parts=np.array([0, 0, 1, 1, 2, 2], dtype=np.int8),
            seed=0,
        )
        store = run_store()
        run = store.create(
            data, model=base, revision=None, settings=LearningSettings(), owner=owner(token), name=name
        )
        folder = store.folder(run.id)
        shutil.copytree(checkpoint("bert", save_as), folder.model)
        (folder.model / "bert_scope.json").write_text(json.dumps({"task": "sentence", "base": base}))
        folder.write_status(RunStatus(phase=phase))  # type: ignore[arg-type]
        return run

    return put


def offered(app: AppTest) -> list[str]:
    return app.selectbox(key="model").options


def chosen(app: AppTest) -> str:
    return app.selectbox(key="model").value


def test_my_models_are_offered_after_the_others(open_page: OpenPage, finish: Finish) -> None:
    mine = finish(name="mensajes")
    finish(YOURS, name="ajeno")
    finish(name="still learning", phase="running")
    names = offered(open_page("home"))
    assert names[0] == "BERT mini"
    assert names[-1] == f"mensajes · mini · {mine.created[:10]}"
    assert not any("ajeno" in name or "still" in name for name in names)


def test_everybodys_models_are_offered_where_they_are_shared(
    open_page: OpenPage, finish: Finish, settings: Callable[..., None]
) -> None:
    finish(YOURS, name="ajeno")
    settings(share_runs="true")
    assert offered(open_page("home"))[-1].startswith("ajeno")


def test_a_link_opens_the_model_of_somebody_else(open_page: OpenPage, finish: Finish) -> None:
    run = finish(YOURS, name="ajeno")
    app = open_page("home", model=f"run:{run.id}")
    assert chosen(app) == f"run:{run.id}"
    assert app.query_params["model"] in (f"run:{run.id}", [f"run:{run.id}"])
    assert any(caption.value.startswith("ajeno: 3 layers") for caption in app.caption)
    app.switch_page("attention.py").run()
    assert not app.exception
    assert chosen(app) == f"run:{run.id}"


def test_a_linked_run_offers_its_model(open_page: OpenPage, finish: Finish) -> None:
    run = finish(YOURS, name="ajeno")
    app = open_page("home", run=run.id)
    assert offered(app)[-1].startswith("ajeno")
    assert chosen(app) == "mini"


@pytest.mark.parametrize("model", ["run:ffffffffffffffff", "run:", "run:../../etc", "run:<b>&amp;"])
def test_a_link_to_a_deleted_model_says_so(open_page: OpenPage, model: str) -> None:
    app = open_page("home", model=model)
    assert chosen(app) == "mini"
    assert "not here any more" in app.sidebar.warning[0].value
    app.run()
    assert app.sidebar.warning
    app.selectbox(key="model").set_value("bert-base-cased").run()
    assert not app.sidebar.warning


def test_a_model_deleted_while_it_is_chosen_gives_way(open_page: OpenPage, finish: Finish) -> None:
    run = finish()
    app = open_page("home", model=f"run:{run.id}")
    run_store().delete(run.id)
    app.run()
    assert not app.exception
    assert chosen(app) == "mini"
    assert "not here any more" in app.sidebar.warning[0].value
    assert "model" not in app.query_params


def test_a_renamed_model_stays_chosen(open_page: OpenPage, finish: Finish) -> None:
    run = finish()
    app = open_page("home", model=f"run:{run.id}")
    run_store().rename(run.id, "otro nombre")
    app.run()
    assert chosen(app) == f"run:{run.id}"
    assert offered(app)[-1].startswith("otro nombre")
    assert any(caption.value.startswith("otro nombre: 3 layers") for caption in app.caption)


def test_models_of_one_name_can_be_told_apart(open_page: OpenPage, finish: Finish) -> None:
    runs = [finish(), finish()]
    app = open_page("home")
    assert len(set(offered(app))) == len(offered(app))
    for run in runs:
        app.selectbox(key="model").set_value(f"run:{run.id}").run()
        assert chosen(app) == f"run:{run.id}"


def test_only_models_of_an_allowed_base_are_offered(
    open_page: OpenPage, finish: Finish, settings: Callable[..., None]
) -> None:
    finish(name="of mini")
    foreign = finish(name="of base", base="bert-base-cased")
    settings(allowed_models='["mini"]', allow_local_folders="false")
    app = open_page("home", model=f"run:{foreign.id}")
    assert [name.split(" ·")[0] for name in offered(app)] == ["BERT mini", "of mini"]
    assert chosen(app) == "mini"


def test_weights_that_changed_are_loaded_again(open_page: OpenPage, finish: Finish) -> None:
    run = finish()
    open_page("home", model=f"run:{run.id}")
    shutil.rmtree(run_store().folder(run.id).model)
    app = open_page("attention", model=f"run:{run.id}")
    assert chosen(app) == "mini"  # what was in memory does not answer for what is gone


def test_a_name_of_a_run_is_only_text(open_page: OpenPage, finish: Finish) -> None:
    run = finish(name="<b>$x$</b> :smile: **y**")
    app = open_page("home", model=f"run:{run.id}")
    assert any(r"\<b\>\$x\$\<\/b\>" in caption.value for caption in app.caption)


def test_a_fine_tuned_model_stands_beside_another_one(open_page: OpenPage, finish: Finish) -> None:
    run = finish(save_as="BertForSequenceClassification")
    app = open_page("masked_words", view="compare", against="model", other_model=f"run:{run.id}")
    assert not app.exception
    assert app.selectbox(key="compared_model_mini").value == f"run:{run.id}"
    assert any("masked-word" in warning.value for warning in app.warning)  # no such head in this file
