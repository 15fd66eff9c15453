"""The places of a view that a step may point at: files name them, and no file says how they are found."""

from __future__ import annotations

PLACES = (
    "views",
    "text",
    "options",
    "answer",
    "chart",
    "attention",
    "steps",
    "table",
    "examples",
    "start",
    "save",
    "link",
)
"""`components/tour_card/selectors` knows where each is."""
