"""The views of the masked words page; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words import compare, fill
from bertviz_core.ui.views import View

VIEWS = {
    "fill": View(lambda: _("Fill the blanks"), fill.draw, fill.PARAMETERS, fill.typed_texts),
    "compare": View(lambda: _("Side by side"), compare.draw, compare.PARAMETERS, compare.typed_texts),
}
