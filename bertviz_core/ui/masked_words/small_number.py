"""Probabilities of which the small ones are to be compared too."""

from __future__ import annotations

from math import floor, log10

from bertviz_core.ui.i18n import number

SMALLEST_PLAIN = 0.001
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def small_number(value: float) -> str:
    """Write a probability with four digits, a small one as a power of ten: 0.0619, 6.6·10⁻¹³."""
    if value >= SMALLEST_PLAIN or value <= 0:
        return number(value, places=4) if value > 0 else "0"
    power = floor(log10(value))
    mantissa = round(value / 10**power, 1)
    if mantissa >= 10:
        mantissa, power = 1.0, power + 1
    return f"{number(mantissa, places=1)}·10{str(power).translate(_RAISED)}"
