"""The pages run under the policy that the server sends, and what is none of theirs does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


# That no page is refused anything of its own is asserted whenever one has been open: see `open_page`.
def test_a_page_with_webgl_is_drawn_and_what_is_injected_does_not_run(open_page: Callable[..., Page]) -> None:
    page = open_page("/words?dims=3&projection=pca")
    page.locator(".js-plotly-plot canvas").first.wait_for(state="attached")
    assert page.evaluate("window.refused") == []
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=\"window.ran = 1\">')"
    )
    page.wait_for_function("window.refused.length > 0")
    assert page.evaluate("[window.refused.pop(), window.ran]") == [["script-src-attr", "inline"], None]
    assert page.evaluate("window.refused") == []
