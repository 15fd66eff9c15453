"""What a page that runs without a browser shows: numbers of its charts, the address of its link."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from streamlit.testing.v1 import AppTest

from benchmarks.plotly_numbers import numbers as chart_numbers

__all__ = ["chart_numbers", "in_menu", "link_of"]


def link_of(app: AppTest) -> dict[str, str]:
    """Open the menu of the link and return the parameters of its address."""
    app.session_state["link"] = True
    app.run()
    assert not app.exception
    (link,) = [code.value for code in app.code if "lang=" in code.value]
    return {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}


def in_menu(elements: Iterable[Any], name: str) -> Any:
    """Return the field whose key begins with a name, whatever its version and language."""
    (field,) = (element for element in elements if (element.key or "").startswith(f"{name}_"))
    return field
