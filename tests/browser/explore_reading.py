"""What a person reads from the attention view."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, expect


def shown_head(page: Page) -> tuple[int, int]:
    """Return the 0-based layer and head of the title."""
    expect(page.locator(".title")).to_contain_text(re.compile(r"\d"))
    layer, head = map(int, re.findall(r"\d+", page.locator(".title").inner_text()))
    return layer - 1, head - 1


def table(page: Page) -> NDArray[np.float64]:
    """Read the table of numbers, which must be unfolded."""
    expect(page.locator(".table tbody tr").first).to_be_attached()
    rows = page.locator(".table tbody").evaluate(
        "body => [...body.rows].map(r => [...r.cells].map(c => c.textContent))"
    )
    return np.array([[float(cell) for cell in row[1:]] for row in rows])
