"""Whose a model is, told by a cookie: kept over visits, shared by link, carried home and back."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import fine_tuned_checkpoints
import pytest
from page_actions import SLOW_MS, click, eventually, settle
from playwright.sync_api import BrowserContext, Page, expect

from benchmarks.app_under_test import RunningApp
from bertviz_core.jobs.run_store import RunStore

COOKIE = "bertscope_visitor"


@pytest.fixture
def store(data_of_app: Path) -> RunStore:
    """Return the runs that the app serves."""
    return RunStore(data_of_app / "runs")


def visit(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    come_to_rest(page)
    return page


def reload(page: Page) -> None:
    page.reload()
    come_to_rest(page)


def come_to_rest(page: Page) -> None:
    """Wait for the page: before it begins to answer it is as idle as when it is through."""
    page.get_by_role("heading", level=1).wait_for()
    settle(page)


def token(context: BrowserContext) -> str:
    """Wait for the cookie and return what it holds."""
    context.pages[-1].wait_for_function(f"document.cookie.includes('{COOKIE}=')")
    (cookie,) = (cookie for cookie in context.cookies() if cookie["name"] == COOKIE)
    assert cookie["sameSite"] == "Lax"
    assert cookie["path"] == "/"
    return str(cookie["value"])


def offered(page: Page) -> list[str]:
    """Open the menu of models and return what is in it."""
    page.get_by_role("combobox", name="Model").click()
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    names = options.all_inner_texts()
    page.keyboard.press("Escape")
    return names


def packed(folder: Path) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"spam/{path.name}")
    return content.getvalue()


def test_a_model_is_its_browsers_and_of_whoever_has_the_link(
    app: RunningApp, store: RunStore, new_visitor: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    own = {"task": "sentence", "labels": list(fine_tuned_checkpoints.LABELS), "base": "mini"}
    model = packed(fine_tuned_checkpoints.build(tmp_path / "saved", own=own))
    mine = new_visitor()
    page = visit(mine, f"{app.url}/fine_tuning?view=runs")
    name = token(mine)

    click(page, page.get_by_role("button", name="Upload a model"))
    bad = io.BytesIO()
    with zipfile.ZipFile(bad, "w") as archive:
        archive.writestr("<b>evil.pkl", b"x")
    field = page.locator("input[type=file]")
    field.set_input_files({"name": "bad.zip", "mimeType": "application/zip", "buffer": bad.getvalue()})
    keep = page.get_by_role("button", name="Check and keep it")
    click(page, keep)
    expect(page.get_by_text("<b>evil.pkl” is not read here")).to_be_visible(timeout=SLOW_MS)
    click(page, page.get_by_role("button", name="Remove bad.zip"))
    expect(keep).to_be_disabled()  # until the next file is there
    field.set_input_files({"name": "mensajes.zip", "mimeType": "application/zip", "buffer": model})
    click(page, keep)
    expect(page.get_by_text("is among your runs and models now")).to_be_visible(timeout=3 * SLOW_MS)
    (run,) = (run for run in store.runs() if run.name == "mensajes")
    assert run.owner == hashlib.sha256(name.encode()).hexdigest()

    def is_offered(page: Page = page) -> None:
        assert any(option.startswith("mensajes · mini") for option in offered(page))

    eventually(page, is_offered)
    reload(page)
    assert token(mine) == name
    again = visit(mine, app.url)  # another tab, days later
    is_offered(again)

    yours = new_visitor()
    other = visit(yours, app.url)
    assert token(yours) != name
    assert not any("mensajes" in option for option in offered(other))
    linked = visit(yours, f"{app.url}/attention?model=run:{run.id}")
    expect(linked.get_by_role("combobox", name="Model")).to_have_value(
        f"mensajes · mini · {run.created[:10]}"
    )

    store.delete(run.id)
    gone = visit(yours, f"{app.url}/attention?model=run:{run.id}")
    expect(gone.get_by_text("not here any more")).to_be_visible()
    expect(gone.get_by_role("combobox", name="Model")).to_have_value("BERT mini")
    gone.wait_for_url(lambda url: "model=" not in url)


def test_tabs_that_open_together_are_one_visitor(
    app: RunningApp, new_visitor: Callable[..., BrowserContext]
) -> None:
    context = new_visitor()
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(app.url, wait_until="commit")
    for page in pages:
        come_to_rest(page)
    first = token(context)
    page = visit(context, app.url)
    reload(page)
    assert token(context) == first


def test_a_cookie_of_another_form_is_replaced(
    app: RunningApp, new_visitor: Callable[..., BrowserContext]
) -> None:
    for value in ("A" * 32, "0" * 3000):
        context = new_visitor()
        context.add_cookies([{"name": COOKIE, "value": value, "url": app.url}])
        page = visit(context, app.url)
        page.wait_for_function(f"/{COOKIE}=[0-9a-f]{{32}}(;|$)/.test(document.cookie)")
