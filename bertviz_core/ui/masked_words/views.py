"""The views of the masked words page; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.blank_reading import ENDING_PARAMETER
from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words import compare, directions, fill, layers, surprise, surprise_second, why
from bertviz_core.ui.views import View

VIEWS = {
    "fill": View(lambda: _("Fill the blanks"), fill.draw, fill.PARAMETERS, fill.typed_texts),
    "compare": View(lambda: _("Side by side"), compare.draw, compare.PARAMETERS, compare.typed_texts),
    "directions": View(lambda: _("Left, right, both"), directions.draw, ("blank", ENDING_PARAMETER)),
    "layers": View(lambda: _("How the answer forms"), layers.draw, ("blank", "measure", ENDING_PARAMETER)),
    "why": View(lambda: _("Why this word?"), why.draw, ("blank", "answer", "parts", ENDING_PARAMETER)),
    "surprise": View(
        lambda: _("How surprising?"),
        surprise.draw,
        ("second", "within", "units"),
        surprise_second.typed_texts,
    ),
}
