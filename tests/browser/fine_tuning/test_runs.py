"""Runs that are opened from their list, and one that is watched while it changes, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from learning_runs import a_run, some_points, some_report
from page_actions import SLOW_MS, eventually, settle
from playwright.sync_api import Page, expect

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import RunStatus

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

DONE = RunStatus(phase="done", step=40, steps=40, seconds=75, best_step=30)


@pytest.fixture
def store(runs_of_app: RunStore) -> Iterator[RunStore]:
    """Return the runs of the app, empty before a test and after it."""
    forget(runs_of_app)
    yield runs_of_app
    forget(runs_of_app)


def forget(store: RunStore) -> None:
    for run in store.runs():
        store.delete(run.id)


@pytest.mark.parametrize("along", [True, False], ids=["while_one_is_open", "all_ended"])
def test_a_run_is_opened_from_the_list(open_page: OpenPage, store: RunStore, along: bool) -> None:
    run = a_run(store, DONE, points=some_points(40), name="to open")
    if along:
        a_run(store, RunStatus(phase="waiting"), name="goes on")
    page = open_page(f"/fine_tuning?view=runs&runs={run.id}")
    page.locator(".st-key-runs_open button").click()
    expect(page.get_by_role("heading", name="The run has finished")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("to open").first).to_be_visible()
    expect(page.locator(".st-key-runs_open")).to_have_count(0)
    page.wait_for_url(lambda url: "view=learn" in url and f"run={run.id}" in url, timeout=SLOW_MS)
    page.get_by_role("radio", name="Runs").click()
    page.locator(".st-key-runs_open button").wait_for()
    settle(page)
    page.locator(".st-key-runs_open button").click()
    expect(page.locator(".st-key-runs_open")).to_have_count(0)
    expect(page.get_by_role("heading", name="The run has finished")).to_be_visible(timeout=SLOW_MS)


CONFUSION = ".st-key-learn_confusion .js-plotly-plot"


def test_the_heading_follows_a_run_and_its_end_shows_the_weights_that_are_kept(
    open_page: OpenPage, store: RunStore
) -> None:
    run = a_run(store, RunStatus(phase="waiting"))
    folder, points = store.folder(run.id), some_points(40)
    page = open_page(f"/fine_tuning?view=learn&run={run.id}")
    expect(page.get_by_role("heading", name="Waiting for its turn")).to_be_visible(timeout=SLOW_MS)
    folder.write_status(RunStatus(phase="running", stage="learning", step=1, steps=40))
    expect(page.get_by_role("heading", name="Watch it learn")).to_be_visible(timeout=SLOW_MS)
    for upto in (20, 40):
        for point in points[upto - 20 : upto]:
            folder.add_point(point)
        folder.write_status(RunStatus(phase="running", stage="learning", step=upto, steps=40))
        expect(page.get_by_text(f"Validation examples after step {upto}:")).to_be_visible(timeout=SLOW_MS)
    folder.write_status(RunStatus(phase="running", stage="measuring", step=40, steps=40, best_step=30))
    expect(page.get_by_text("held-out examples are being measured")).to_be_visible(timeout=SLOW_MS)
    folder.write_report(some_report(store.data(run.id)))
    folder.model.mkdir()
    (folder.model / "config.json").write_text("{}", encoding="utf-8")
    folder.write_status(DONE)
    expect(page.get_by_role("heading", name="held-out examples;")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("after step 30, whose weights are kept:")).to_be_visible(timeout=SLOW_MS)
    charts = page.locator(CONFUSION)
    expect(charts).to_have_count(1, timeout=SLOW_MS)
    expect(charts).to_be_visible()

    def last_weights_are_shown() -> None:
        texts = charts.locator("text").all_text_contents()
        assert [text for text in texts if text.isdigit()] == ["31", "1", "1", "31"]

    eventually(page, last_weights_are_shown)
    expect(page.locator(".st-key-learn_curves .js-plotly-plot")).to_have_count(1)
