"""What axe-core, which ships with a package of its own, finds on a page."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SERIOUS = """(left) => axe.run({ exclude: left }, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 150)} – ${failureSummary}`)))"""

FRONT_END: dict[str, str] = {}
"""Places in Streamlit's own markup that the app cannot change, by selector, and what is wrong there."""


def serious_faults(page: Page) -> list[str]:
    """Return what is serious or critical on a page as it is now shown."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(SERIOUS, [[place] for place in FRONT_END])
    return found
