"""The views of the page about words in context; each is drawn for an engine and asks for its own input."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View
from bertviz_core.ui.words import occurrences, sentence_vectors
from bertviz_core.ui.words.sentence_vectors_choices import PARAMETERS as OF_SENTENCES

VIEWS = {
    "list": View(lambda: _("Occurrences"), occurrences.draw),
    "sentences": View(lambda: _("Sentence vectors"), sentence_vectors.draw, parameters=OF_SENTENCES),
}
