"""The app run without a browser, from its entry page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ENTRY = str(Path(__file__).parents[2] / "app.py")


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Open a page by its file name, in a language, with the parameters of an address."""

    def open_it(name: str, lang: str = "en", **parameters: str) -> AppTest:
        app = AppTest.from_file(ENTRY, default_timeout=60)
        app.query_params["lang"] = lang
        for key, value in parameters.items():
            app.query_params[key] = value
        app.run()
        if name != "home":
            app.switch_page(f"app_pages/{name}.py").run()
        assert not app.exception
        return app

    return open_it
