"""A text whose blanks are asked about, as the model reads it."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankReading:
    """What is read of a text or pair, and what was decided on the way."""

    encoding: Encoding
    """`text` and `pair` are what is read: a part of a long text, with the sign that ends a sentence."""
    notes: tuple[Note, ...] = ()
    ended: bool = False
    """A blank stood last where the model expects a sign, and is read as if the sentence ended after it."""
    blanks: tuple[int, ...] | None = None
    """The numbers of the blanks that are read, where a part of the text is read around them; else None."""

    @property
    def windowed(self) -> bool:
        """Tell whether a part around the blanks is read in place of the beginning."""
        return self.blanks is not None

    def number(self, blank: int) -> int:
        """Return the number of a blank of the text among those that are read; too high a one for others."""
        if self.blanks is None:
            return blank
        return self.blanks.index(blank) if blank in self.blanks else len(self.blanks)
