"""The steps of the page, from the input to the whole network; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.views import View

VIEWS: dict[str, View] = {}
