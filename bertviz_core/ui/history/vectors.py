"""Sums of word vectors: *king − man + woman*, the words near a word, and what the vectors lean to."""

from __future__ import annotations

from typing import Literal

from bertviz_core.locales import LANGUAGES
from bertviz_core.models.static_vectors import STATIC_LANGUAGES, static_vectors
from bertviz_core.ui.history.vectors_bias import draw_leans
from bertviz_core.ui.history.vectors_near import draw_near
from bertviz_core.ui.history.vectors_quality import draw_quality
from bertviz_core.ui.history.vectors_sum import draw_sum
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.rows import option_row

Shown = Literal["sum", "near", "lean", "quality"]
SHOW_PARAMETER, LANGUAGE_PARAMETER = "show", "vectors"
PARAMETERS = (SHOW_PARAMETER, LANGUAGE_PARAMETER)
_WIDTHS = (18.5, 11.5, 13, 9.5, 9.5, 13)


def draw() -> None:
    """Show a sum of words, the words near one, how occupations lean, or what was measured."""
    names: dict[Shown, str] = {
        "sum": _("A sum of words"),
        "near": _("Words near a word"),
        "lean": _("What they lean to"),
        "quality": _("What they know"),
    }
    show_place, language_place, *places = option_row(_WIDTHS)
    with show_place:
        shown = choose_from_menu(
            _("Show"), names, parameter=SHOW_PARAMETER, key="static_show", labelled=False
        )
    with language_place:
        chosen = choose_from_menu(
            _("Vectors"),
            _offered(),
            parameter=LANGUAGE_PARAMETER,
            key=f"static_language_{language()}",
            labelled=False,
        )
    vectors = static_vectors(chosen)
    if shown == "sum":
        draw_sum(vectors, places)
    elif shown == "near":
        draw_near(vectors, places)
    elif shown == "lean":
        draw_leans(vectors)
    else:
        draw_quality(vectors)


def _offered() -> dict[str, str]:
    """Name the languages of the vectors, that of the page first."""
    own = language() if language() in STATIC_LANGUAGES else STATIC_LANGUAGES[0]
    return {code: LANGUAGES[code] for code in (own, *(c for c in STATIC_LANGUAGES if c != own))}
