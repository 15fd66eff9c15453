"""Positions: the formula of the Transformer, the vectors BERT has learned, and what is lost without any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bertviz_core.ui.i18n import _
from bertviz_core.ui.inside.positions_choices import LENGTH_PARAMETER, WIDTH_PARAMETER
from bertviz_core.ui.inside.positions_swap import FIRST_PARAMETER, SECOND_PARAMETER, draw_swap
from bertviz_core.ui.inside.positions_tables import draw_likeness, draw_tables
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.rows import option_row

if TYPE_CHECKING:
    from bertviz_core import BertEngine

Shown = Literal["table", "likeness", "swap"]
SHOW_PARAMETER = "show"
PARAMETERS = (SHOW_PARAMETER, LENGTH_PARAMETER, WIDTH_PARAMETER, FIRST_PARAMETER, SECOND_PARAMETER)


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show the vectors of positions, how alike they are, or a text in two orders."""
    names: dict[Shown, str] = {
        "table": _("The vectors"),
        "likeness": _("How alike positions are"),
        "swap": _("Two words swapped"),
    }
    show_place, *places = option_row([8, 7, 7])
    with show_place:
        shown = choose_from_menu(_("Show"), names, parameter=SHOW_PARAMETER, key="positions_show")
    if shown == "swap":
        draw_swap(engine, text, pair, places)
    elif shown == "likeness":
        draw_likeness(engine, places)
    else:
        draw_tables(engine, places)
