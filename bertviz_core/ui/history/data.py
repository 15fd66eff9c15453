"""What training data does: spam learned from unequal and from equal classes, and where to draw the line."""

from __future__ import annotations

from typing import Literal

from bertviz_core.ui.history.data_answers import learned_balances
from bertviz_core.ui.history.data_matrices import DRAW_PARAMETER, draw_matrices
from bertviz_core.ui.history.data_thresholds import LEARNED_PARAMETER, THRESHOLD_PARAMETERS, draw_thresholds
from bertviz_core.ui.i18n import _
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.rows import option_row

Shown = Literal["classes", "thresholds"]
SHOW_PARAMETER = "show"
PARAMETERS = (SHOW_PARAMETER, DRAW_PARAMETER, LEARNED_PARAMETER, *THRESHOLD_PARAMETERS)


def draw() -> None:
    """Show both classifiers side by side, or one of them at three thresholds."""
    engine = current_engine()
    link_popover({})
    names: dict[Shown, str] = {
        "classes": _("85 to 15, or 50 to 50"),
        "thresholds": _("Three thresholds"),
    }
    show_place, *places = option_row([12, 8, 5, 5, 5])
    with show_place:
        shown = choose_from_menu(_("Show"), names, parameter=SHOW_PARAMETER, key="data_show")
    if shown == "classes":
        draw_matrices(engine, places, learned_balances)
    else:
        draw_thresholds(engine, places, learned_balances)
