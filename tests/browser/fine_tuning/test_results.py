"""The view Results in a browser: a cell of the matrix is clicked, hostile texts are shown as written."""

from collections.abc import Callable, Iterator

import pytest
from finished_runs import keep_run, text_run
from page_actions import at_rest, settle
from playwright.sync_api import Page, expect

from benchmarks.app_under_test import RunningApp, running_app
from bertviz_core.jobs.run_store import RunStore

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def run_id(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Keep one finished run in a data folder of its own."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BERTSCOPE_DATA_FOLDER", str(folder))
        patch.setenv("BERTSCOPE_START_WORKER", "false")
        yield keep_run(RunStore(folder / "runs"), *text_run()).id


@pytest.fixture(scope="module")
def app(run_id: str) -> Iterator[RunningApp]:
    """Serve the app with that folder."""
    with running_app() as running:
        running.wait_until_healthy()
        yield running


def test_a_clicked_cell_shows_its_texts_and_stands_in_the_address(
    open_page: Callable[..., Page], run_id: str, strangers: list[str]
) -> None:
    alerts: list[str] = []
    page = open_page(f"/fine_tuning?view=results&run={run_id}")
    page.on("dialog", lambda dialog: alerts.append(dialog.message))
    texts = page.locator(".heldout .text")
    expect(texts).to_have_count(2)
    assert any("</script><img src=x onerror=alert(1)>" in text for text in texts.all_inner_texts())
    matrix = page.locator(f".st-key-results_confusion_{run_id} .heatmaplayer")
    box = at_rest(page, matrix)
    page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.75 * box["height"])
    expect(texts).to_have_count(10)
    page.wait_for_url("**cell=1-1**")
    settle(page)
    page.reload()
    expect(texts).to_have_count(10)
    assert not alerts and not strangers
