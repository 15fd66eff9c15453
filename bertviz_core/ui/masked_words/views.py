"""The views of the masked words page; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words import fill, why
from bertviz_core.ui.views import View

VIEWS = {
    "fill": View(lambda: _("Fill the blanks"), fill.draw, ("top_k",)),
    "why": View(lambda: _("Why this word?"), why.draw, ("blank", "answer", "parts")),
}
