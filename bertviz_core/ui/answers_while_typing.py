"""The model in the visitor's browser, which answers while somebody types: offered in the head of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bertviz_core.charts.chart_style import readable_ink
from bertviz_core.components.browser_model import offer_browser_model
from bertviz_core.settings import get_settings
from bertviz_core.ui.head_places import head_places
from bertviz_core.ui.i18n import _, numbers

if TYPE_CHECKING:
    from bertviz_core import BertEngine

BUNDLED = "mini"


def answers_while_typing(engine: BertEngine) -> bool:
    """Tell whether the model is one that browsers can have, and this copy of the app offers it."""
    return engine.info.id == BUNDLED and not engine.heads_off and get_settings().browser_model != "off"


def offer_answers_while_typing(
    engine: BertEngine, *, fields: Sequence[str], wanted: Mapping[str, object]
) -> None:
    """Offer answers while somebody types into the fields of this view; outside of fragments.

    Args:
        engine: The model that the view is about.
        fields: Session keys of the fields for the text and the second text.
        wanted: What the view wants of an answer, as `components/browser_model/answering.js` names it.
    """
    if not answers_while_typing(engine):
        return
    with head_places().typing:
        offer_browser_model(_words(), fields=fields, wanted=wanted, key="answers_while_typing")


def _words() -> dict[str, str]:
    return {
        "offer": _("Answer as I type ({size} MB, once)"),
        "offerHelp": _(
            "Loads the model into this browser, which keeps it. Then it computes here with every key, and "
            "what you type stays on this machine until you press Enter or leave the field."
        ),
        "loading": _("Loading: {done} of {size} MB"),
        "loadingHelp": _("The server answers meanwhile. Click to stop using it."),
        "here": _("Computed here: the text stays here"),
        "hereHelp": _(
            "This browser computed what you see: the text stays on this machine until you press Enter or "
            "leave the field. Click to have only the server answer again."
        ),
        "enter": _("Press Enter: the server answers"),
        "enterHelp": _(
            "This browser cannot answer what you type now: it is too long, or lacks something. What you see "
            "is about a former text, until you press Enter."
        ),
        "server": _("On the server"),
        "serverHelp": _(
            "The server computed what you see. Type: this browser answers with every key. Click to have only "
            "the server answer again."
        ),
    }


def chart_signs(colour: str) -> dict[str, object]:
    """Return what charts that are drawn in the browser share with those of the server."""
    return {"colour": colour, "percentSign": numbers().percent_sign, "ink": readable_ink(colour)}
