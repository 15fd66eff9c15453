"""What axe-core, which a package of its own brings, finds on a page."""

from __future__ import annotations

import os
from importlib import import_module

import pytest
from playwright.sync_api import Page

SERIOUS = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} – ${failureSummary}`)))"""


def serious_faults(page: Page) -> list[str]:
    """Return what is serious or critical on a page as it is now shown.

    Without axe-core, skip unless the environment demands a browser.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe_script())
    found: list[str] = page.evaluate(SERIOUS)
    return found


def _axe_script() -> str:
    name = "axe_playwright_python.base"
    brought = import_module(name) if os.environ.get("REQUIRE_BROWSER") == "1" else pytest.importorskip(name)
    return str(brought.AXE_SCRIPT)
