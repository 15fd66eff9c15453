"""Whether one text follows another."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSentence:
    """Does the second text follow the first (Devlin et al. 2019, section 3.1)?"""

    model: str
    encoding: Encoding
    is_next: float
    not_next: float
