"""What the layer experiment calls its features, in the visitor's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.charts.words.tagging import ROWS, TaggingWords
from bertviz_core.results import Features, TaggingExperiment
from bertviz_core.ui.i18n import _
from bertviz_core.ui.words.layer_choice import layers_name

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PUBLISHED_OF = ("BERT-base + BiLSTM,", "CoNLL-2003;")


def features_name(features: Features) -> str:
    """Name layers or a combination."""
    names = {
        "weighted_last_4": _("weighted sum of the last four"),
        "weighted_all": _("weighted sum of all layers"),
    }
    return names.get(str(features)) or layers_name(features)  # type: ignore[arg-type]


def chart_words(engine: BertEngine, finished: TaggingExperiment | None) -> TaggingWords:
    """Return what the pictures say, in short lines."""
    of_words = finished is not None and not finished.data.has_entities
    return TaggingWords(
        rows=tuple(map(_row_name, ROWS)),
        measured=(_("Measured here:"), engine.info.name),
        published=(
            _("Published:"),
            *PUBLISHED_OF,
            _("not measured here"),
        ),
        not_measured=_("not measured yet"),
        f1=_("F1 of tags, %") if of_words else _("F1 of entities, %"),
        layer=_("Layer"),
        weight=_("Weight"),
    )


def _row_name(row: Features) -> str:
    """Name a row so shortly that the bars have room on a phone."""
    names = {
        "embeddings": _("input embedding"),
        "second_to_last": _("second to last"),
        "last": _("last"),
        "weighted_last_4": _("last 4: weighted"),
        "sum_last_4": _("last 4: sum"),
        "concat_last_4": _("last 4: side by side"),
        "weighted_all": _("all: weighted"),
        "sum_all": _("all: sum"),
    }
    return names[str(row)]
