"""The pages run under the policy that the server sends, and what is none of theirs does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import settle
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WATCH = """window.refused = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  window.refused.push([effectiveDirective, blockedURI]));"""
# What draws in other ways: BertViz's frame, components, Plotly, WebGL, tables, a chart that learns.
VIEWS = [
    "/attention?classic=head",
    "/masked_words?view=why",
    "/words?dims=3",
    "/next_sentence",
    "/pretraining?view=loss",
    "/fine_tuning?view=runs",
]


def test_no_view_is_refused_anything_and_what_is_injected_is(open_page: Callable[..., Page]) -> None:
    page = open_page("/")
    page.add_init_script(WATCH)
    for view in VIEWS:
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + view)
        settle(page)
        if "classic" in view:
            page.frame_locator("iframe[sandbox]").locator("svg line").first.wait_for(state="attached")
        if "dims" in view:
            page.locator(".js-plotly-plot canvas").first.wait_for(state="attached")
        assert page.evaluate("window.refused") == [], view
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=\"window.ran = 1\">')"
    )
    page.wait_for_function("window.refused.length > 0")
    assert page.evaluate("[window.refused[0][0], window.ran]") == ["script-src-attr", None]
