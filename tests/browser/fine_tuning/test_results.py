"""The view Results in a browser: a cell of the matrix is clicked, hostile texts are shown as written."""

from collections.abc import Callable

import pytest
from finished_runs import keep_run, text_run
from page_actions import at_rest, save, settle
from playwright.sync_api import Page, expect

from bertviz_core.jobs.run_store import RunStore

pytestmark = pytest.mark.browser


@pytest.fixture
def run_id(runs_of_app: RunStore) -> str:
    """Keep one finished run."""
    return keep_run(runs_of_app, *text_run()).id


def test_a_clicked_cell_shows_its_texts_and_all_is_shown_as_written_in_the_report_to_hand_in_too(
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
    settle(page)

    report = save(page, "Report to hand in (HTML)").path()
    page.set_content(report.read_text(encoding="utf-8"))
    expect(page.get_by_role("heading", level=1)).to_have_text("<i>set</i>")
    expect(page.get_by_text("</script><img src=x onerror=alert(1)>").first).to_be_visible()
    page.get_by_role("textbox").fill("Ana")
    expect(page.get_by_role("textbox")).to_have_text("Ana")
    assert not page.locator("img, script").count() and not alerts and not strangers
