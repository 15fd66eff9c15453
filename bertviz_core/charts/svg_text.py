"""Texts of pictures that are written as SVG by hand."""

from __future__ import annotations

from html import escape

_SPACES = "\u00a0\u202f"
"""Python calls no space but the common one printable; numbers have these before their units."""


def svg_text(text: str) -> str:
    """Escape a line for SVG, without what cannot be seen and the controls that XML forbids."""
    return escape("".join(sign for sign in text if sign.isprintable() or sign in _SPACES))
