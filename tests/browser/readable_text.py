"""Text of charts that cannot be read: too small for the last row of a room, or for a phone."""

from __future__ import annotations

from contextlib import suppress

from page_actions import eventually
from playwright.sync_api import Page

FROM_AFAR, ON_A_PHONE = 14, 9
PHONE = {"width": 390, "height": 844}
_TOLERANCE = 0.1
"""Pixels: text that Plotly fits into a place is scaled by numbers of many digits."""

# Letters are as large as their font, and as what they stand in is scaled by.
SMALL = """(least) => [...document.querySelectorAll('.stMain svg text')]
  .filter((text) => text.textContent.trim() && text.checkVisibility({ visibilityProperty: true }))
  .map((text) => [text, text.getScreenCTM()])
  .map(([text, { a, b }]) => [text, parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)])
  .filter(([, size]) => size < least)
  .map(([text, size]) => `${size.toFixed(1)} px: ${text.textContent.slice(0, 40)}`)"""


def small_text(page: Page, least: int) -> list[str]:
    """Return what is still written in smaller letters once charts have come to rest."""

    def none() -> None:
        assert not page.evaluate(SMALL, least - _TOLERANCE)

    with suppress(AssertionError):
        eventually(page, none)
        return []
    found: list[str] = page.evaluate(SMALL, least - _TOLERANCE)
    return found
