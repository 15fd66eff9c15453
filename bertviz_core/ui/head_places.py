"""The places in the head of a page that a view fills once it knows with what."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


@dataclass(slots=True)
class HeadPlaces:
    """Where the menus of the run under way stand; a fragment cannot draw there."""

    typing: DeltaGenerator
    """Where answers while somebody types are offered."""
    saving: DeltaGenerator
    link: DeltaGenerator
    title: str = ""
    """Of the page and its view, as they are named on the screen."""
    save_menu: DeltaGenerator | None = None
    """The inside of the menu, once it is drawn and if it is open."""
    save_menu_drawn: bool = False


_places: ContextVar[HeadPlaces] = ContextVar("head_places")


def keep_head_places(places: HeadPlaces) -> None:
    """Keep the places of the head that was just drawn."""
    _places.set(places)


def head_places() -> HeadPlaces:
    """Return the places of the page that is drawn."""
    return _places.get()
