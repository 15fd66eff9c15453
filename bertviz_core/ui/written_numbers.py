"""Probabilities, shares and differences as the visitor's language writes them."""

from __future__ import annotations

from bertviz_core.ui.i18n import numbers


def probability_text(value: float) -> str:
    """Write a probability in percent without decimals, one of nearly 0 or 1 as less or more than the last."""
    return numbers().probability(value)


def small_number(value: float) -> str:
    """Write a probability with four digits, a small one as a power of ten: 0.0619, 6.6·10⁻¹³."""
    return numbers().small(value)


def rate_text(value: float) -> str:
    """Write a setting such as a learning rate, with no more digits than it has: 0.01, 2·10⁻⁵."""
    return numbers().rate(value)


def signed(value: float, *, places: int) -> str:
    """Write a difference with its sign."""
    return numbers().signed(value, places)


def points(difference: float) -> str:
    """Write the difference of two probabilities in points of percent, with its sign."""
    return numbers().signed(100 * difference, 0)


def percent(share: float, places: int = 1) -> str:
    """Write a share, 1 of all, in percent."""
    return numbers().percent(share, places)
