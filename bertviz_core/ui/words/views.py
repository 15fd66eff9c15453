"""The views of the page about words in context; each is drawn for an engine and asks for its own input."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View
from bertviz_core.ui.words import geometry, layers, neighbours, path, sentences, tagging
from bertviz_core.ui.words import map as word_map
from bertviz_core.ui.words.clusters import CLUSTERS_PARAMETER
from bertviz_core.ui.words.map_choices import MAP_PARAMETERS
from bertviz_core.ui.words.neighbours_choices import NEIGHBOURS_PARAMETERS
from bertviz_core.ui.words.sentences_choices import PARAMETERS as OF_SENTENCES

VIEWS = {
    "map": View(lambda: _("Map"), word_map.draw, (*MAP_PARAMETERS, CLUSTERS_PARAMETER)),
    "layers": View(lambda: _("Which layer?"), layers.draw, (CLUSTERS_PARAMETER,)),
    "neighbours": View(lambda: _("Neighbours"), neighbours.draw, NEIGHBOURS_PARAMETERS),
    "geometry": View(lambda: _("Geometry"), geometry.draw, (geometry.COSINES_PARAMETER,)),
    "path": View(lambda: _("Through the layers"), path.draw, path.PARAMETERS),
    "sentences": View(lambda: _("Sentence vectors"), sentences.draw, OF_SENTENCES),
    "tagging": View(lambda: _("Layer experiment"), tagging.draw, tagging.PARAMETERS),
}
