"""The questions that were put to a model; each view is drawn for what was measured."""

from __future__ import annotations

from bertviz_core.ui.about import cloze, held_out, sentence_pairs, text_classes, word_senses
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS = {
    "cloze": View(lambda: _("Blanks"), cloze.draw),
    "next_sentence": View(lambda: _("Next sentence"), sentence_pairs.draw),
    "senses": View(lambda: _("Word senses"), word_senses.draw, (word_senses.SCORE_PARAMETER,)),
    "classes": View(lambda: _("Classification"), text_classes.draw),
    "held_out": View(lambda: _("Unseen text"), held_out.draw),
}
