"""Numbers as people read them in a language: one way for pages, charts and files for people.

Files for programs (CSV, JSON) are no concern of this module: there numbers keep their point and plain minus.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import floor, isfinite, log10

from babel.numbers import Locale, get_decimal_symbol, get_group_symbol

MINUS = "−"
SMALLEST_PLAIN = 0.001
"""Smaller numbers are written as powers of ten."""
_LEAST_PERCENT = 0.01
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberStyle:
    """The signs of a language; those of English where none is named."""

    decimal: str = "."
    group: str = ","
    percent_sign: str = "%"
    """With the space that stands before it."""

    @property
    def separators(self) -> str:
        """Decimal sign and sign between thousands, as Plotly reads them."""
        return self.decimal + self.group

    def number(self, value: float, places: int | None = None) -> str:
        """Write a count or a measure: 28,073, 28.073 or −0,25.

        Args:
            value: What to write.
            places: Digits after the decimal sign; as many as are needed, three at most, when None.
        """
        if not isfinite(value):
            return "—" if value != value else f"{MINUS if value < 0 else ''}∞"
        text = f"{Decimal(str(value)):,.{3 if places is None else places}f}"
        if places is None:
            text = text.rstrip("0").rstrip(".")
        if text.startswith("-"):
            text = (MINUS if any(digit in text for digit in "123456789") else "") + text[1:]
        return text.translate({ord("."): self.decimal, ord(","): self.group})

    def signed(self, value: float, places: int) -> str:
        """Write a difference with its sign; one that is 0 to so many digits has none."""
        text = self.number(value, places)
        return f"+{text}" if value > 0 and any(digit in text for digit in "123456789") else text

    def percent(self, share: float, places: int = 1) -> str:
        """Write a share, 1 of all, in percent: 65% or 65 %."""
        return self.number(100 * share, places) + self.percent_sign

    def probability(self, value: float) -> str:
        """Write a probability as people read it from afar: 76%, and < 1% or > 99% near the ends."""
        if 0 < value <= _LEAST_PERCENT / 2:
            return f"< {self.percent(_LEAST_PERCENT, 0)}"
        if 1 - _LEAST_PERCENT / 2 <= value < 1:
            return f"> {self.percent(1 - _LEAST_PERCENT, 0)}"
        return self.percent(value, 0)

    def small(self, value: float) -> str:
        """Write a probability with four digits, a small one as a power of ten: 0.0619, 6.6·10⁻¹³."""
        return self.number(value, 4) if value >= SMALLEST_PLAIN else self._power(value)

    def rate(self, value: float) -> str:
        """Write a setting such as a learning rate, with no more digits than it has: 0.01, 2·10⁻⁵."""
        if value < SMALLEST_PLAIN:
            return self._power(value)
        return self.number(value, 6).rstrip("0").rstrip(self.decimal)

    def _power(self, value: float) -> str:
        if value <= 0:
            return "0"
        power = floor(log10(value))
        mantissa = round(value / 10**power, 1)
        if mantissa >= 10:
            mantissa, power = 1.0, power + 1
        return f"{self.number(mantissa)}·10{str(power).translate(_RAISED)}"


ENGLISH_NUMBERS = NumberStyle()


@cache
def number_style(language: str) -> NumberStyle:
    """Return the signs of a language, such as `es`, as Babel knows them."""
    pattern = Locale.parse(language).percent_formats[None].pattern
    return NumberStyle(
        decimal=get_decimal_symbol(language),
        group=get_group_symbol(language),
        percent_sign=pattern.lstrip("#,0."),
    )
