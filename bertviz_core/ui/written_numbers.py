"""Probabilities and differences as the visitor's language writes them."""

from __future__ import annotations

from math import floor, log10

from bertviz_core.ui.i18n import number

SMALLEST_PLAIN = 0.001
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def probability_text(value: float) -> str:
    """Write a probability with four digits, and one too small for that as less than the smallest."""
    return number(value, places=4) if value >= 0.00005 else f"< {number(0.0001, places=4)}"


def small_number(value: float) -> str:
    """Write a probability with four digits, a small one as a power of ten: 0.0619, 6.6·10⁻¹³."""
    if value >= SMALLEST_PLAIN or value <= 0:
        return number(value, places=4) if value > 0 else "0"
    power = floor(log10(value))
    mantissa = round(value / 10**power, 1)
    if mantissa >= 10:
        mantissa, power = 1.0, power + 1
    return f"{number(mantissa, places=1)}·10{str(power).translate(_RAISED)}"


def signed(value: float, *, places: int) -> str:
    """Write a difference with its sign."""
    return f"{'+' if value > 0 else ''}{number(value, places=places)}"
