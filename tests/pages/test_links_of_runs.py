"""Links and private runs: who shows none hands none over, and a link that does says so."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from learning_runs import a_run
from page_reader import link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.results import RunStatus

OpenPage = Callable[..., AppTest]
DONE = RunStatus(phase="done", step=40, steps=40, seconds=75, best_step=30)


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return run_store()


def warned(app: AppTest) -> list[str]:
    return [caption.value for caption in app.caption if "Whoever has it can open" in caption.value]


@pytest.mark.parametrize(
    ("page", "view"), [("fine_tuning", "data"), ("fine_tuning", "runs"), ("about", ""), ("masked_words", "")]
)
def test_who_shows_no_run_hands_none_over(open_page: OpenPage, store: RunStore, page: str, view: str) -> None:
    run = a_run(store, DONE)
    app = open_page(page, run=run.id, **({"view": view} if view else {}))
    link = link_of(app)
    assert run.id not in "".join(link.values())
    assert not warned(app)


def test_the_link_of_a_run_says_what_it_opens(open_page: OpenPage, store: RunStore) -> None:
    run = a_run(store, DONE, measured=True)
    for view in ("learn", "results"):
        app = open_page("fine_tuning", view=view, run=run.id)
        assert not warned(app)
        assert link_of(app)["run"] == run.id
        assert warned(app) == [
            "Whoever has it can open the run that it names: its texts, its results and its model."
        ]


def test_the_link_of_marked_runs_says_what_it_opens(
    open_page: OpenPage, store: RunStore, settings: Callable[..., None]
) -> None:
    settings(share_runs="true")
    runs = [a_run(store, DONE), a_run(store, DONE)]
    app = open_page("fine_tuning", view="runs", runs=",".join(run.id for run in runs), run=runs[0].id)
    link = link_of(app)
    assert set(link["runs"].split(",")) == {run.id for run in runs} and "run" not in link
    assert len(warned(app)) == 1 and "the runs that it names" in warned(app)[0]


def test_the_link_with_a_fine_tuned_model_says_what_it_opens(
    open_page: OpenPage, store: RunStore, checkpoint: Callable[..., Path]
) -> None:
    run = a_run(store, DONE)
    shutil.copytree(checkpoint("bert"), store.folder(run.id).model)
    app = open_page("masked_words", model=f"run:{run.id}", run=run.id)
    link = link_of(app)
    assert link["model"] == f"run:{run.id}" and "run" not in link
    assert len(warned(app)) == 1
