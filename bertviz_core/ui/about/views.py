"""The questions that were put to a model; each view is drawn for what was measured."""

from __future__ import annotations

from bertviz_core.ui.about import classes, cloze, held_out, next_sentence, senses
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS = {
    "cloze": View(lambda: _("Blanks"), cloze.draw),
    "next_sentence": View(lambda: _("Next sentence"), next_sentence.draw),
    "senses": View(lambda: _("Word senses"), senses.draw, (senses.SCORE_PARAMETER,)),
    "classes": View(lambda: _("Classification"), classes.draw),
    "held_out": View(lambda: _("Unseen text"), held_out.draw),
}
