"""The view Ask it in a browser: a text is asked about, a file is classified, hostile labels stay text."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import fine_tuned_checkpoints
import numpy as np
import pytest
from page_actions import SLOW_MS, assert_fits_a_phone, at_rest, click, eventually, settle
from playwright.sync_api import Page, expect

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningData, LearningSettings, RunStatus, TextExample

pytestmark = pytest.mark.browser

HOSTILE = "</script><img src=x onerror=alert(1)> $5 *man*"
LOADING_MS = 90_000
LABELS = fine_tuned_checkpoints.LABELS


@pytest.fixture
def run_id(runs_of_app: RunStore, tmp_path: Path) -> str:
    """Keep one finished run with a tiny model."""
    examples = tuple(TextExample(text=f"{HOSTILE} {n}", label=LABELS[n % 3]) for n in range(9))
    data = LearningData(
        task="sentence",
        name="own",
        examples=examples,
        labels=LABELS,
        parts=np.repeat(np.arange(3, dtype=np.int8), 3),
        seed=0,
    )
    run = runs_of_app.create(data, model="mini", revision=None, settings=LearningSettings(), owner="")
    model = fine_tuned_checkpoints.build(tmp_path / "model", own={"task": "sentence"})
    shutil.copytree(model, runs_of_app.folder(run.id).model)
    runs_of_app.folder(run.id).write_status(RunStatus(phase="done"))
    return run.id


def test_a_text_is_asked_about_and_a_file_classified(
    open_page: Callable[..., Page], run_id: str, strangers: list[str], tmp_path: Path
) -> None:
    alerts: list[str] = []
    page = open_page(f"/fine_tuning?view=ask&run={run_id}")
    page.on("dialog", lambda dialog: alerts.append(dialog.message))
    field = page.get_by_label("Text", exact=True)
    expect(field).to_have_value(f"{HOSTILE} 6", timeout=LOADING_MS)
    expect(page.locator(".scored")).to_contain_text("( 1 )", timeout=LOADING_MS)
    settle(page)
    bars = page.locator(".st-key-attribution_bars .js-plotly-plot")
    expect(bars).to_be_visible()

    def is_on_screen() -> None:
        box = bars.bounding_box()
        assert box and box["y"] + box["height"] < 720
        names = page.locator(".st-key-ask_classes .ytick").all_text_contents()
        assert sorted(names) == sorted(LABELS)

    eventually(page, is_on_screen)

    page.get_by_role("button", name="Held-out examples").click()
    page.get_by_role("button", name="6 → ham").wait_for()
    page.locator("[data-testid=stPopoverBody]").get_by_role("button").nth(1).click()
    expect(field).to_have_value(f"{HOSTILE} 7", timeout=SLOW_MS)
    expect(page.get_by_text("right class: spam")).to_be_visible()
    settle(page)
    field.fill("the man went to the store")
    field.press("Control+Enter")
    expect(page.get_by_text("right class")).to_have_count(0, timeout=SLOW_MS)
    expect(page.locator(".scored")).to_contain_text("store", timeout=SLOW_MS)
    settle(page)

    page.get_by_label("Why this class?").click()
    page.get_by_role("option", name="spam").click()
    page.wait_for_url("**class=1**")
    settle(page)
    page.reload()
    expect(field).to_have_value(f"{HOSTILE} 6", timeout=SLOW_MS)  # what was typed is in no address
    expect(page.get_by_text("spam", exact=True).first).to_be_visible()
    settle(page)

    file = tmp_path / "propio.csv"
    file.write_text("text;label\nthe man;spam\n=1+1 milk;ham\nriver;spam\n", encoding="utf-16")
    page.get_by_text("Many texts from a file").click()
    page.locator("[data-testid=stFileUploader] input").set_input_files(file)
    button = page.get_by_role("button", name="Classify 3 texts")
    button.wait_for(timeout=SLOW_MS)
    settle(page)
    at_rest(page, button)  # the preview of the file moves it when it comes
    click(page, button)
    expect(page.get_by_text("on 3 rows whose right class")).to_be_visible(timeout=SLOW_MS)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Predictions as CSV").click()
    rows = list(csv.reader(io.StringIO(Path(saving.value.path()).read_text(encoding="utf-8-sig"))))
    assert rows[0] == ["text", "label", "predicted", *(f"p({label})" for label in LABELS)]
    assert [row[0] for row in rows[1:]] == ["the man", "'=1+1 milk", "river"]

    assert_fits_a_phone(page)
    assert not alerts and not strangers
