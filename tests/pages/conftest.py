"""The app run without a browser, from its entry page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.testing.v1 import AppTest

from bertviz_core.ui import address

ENTRY = str(Path(__file__).parents[2] / "pages" / "frame.py")


@pytest.fixture(autouse=True)
def address_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change the address after a run as the page asks the browser to."""
    run = AppTest._run

    def run_and_follow(app: AppTest, *arguments: object, **options: object) -> AppTest:
        run(app, *arguments, **options)
        elements = app.get("bidi_component")
        written = [json.loads(one.proto.json) for one in elements if one.proto.component_name == "address"]
        for write in sorted(written, key=lambda write: write["number"]):
            for name, value in write["changes"].items():
                if value is None:
                    app.query_params.pop(name, None)
                else:
                    app.query_params[name] = value
        return app

    monkeypatch.setattr(AppTest, "_run", run_and_follow)


@pytest.fixture(autouse=True)
def page_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name pages by the hashes of their scripts: without a browser there is no path to name them by."""

    def page() -> str | None:
        context = get_script_run_ctx()
        return context.page_script_hash if context else None

    monkeypatch.setattr(address, "_page", page)


@pytest.fixture
def open_attention_view() -> Callable[..., AppTest]:
    """Open a view of the attention page by the parameters of an address."""

    def open_it(view: str, **parameters: str) -> AppTest:
        app = AppTest.from_file(ENTRY, default_timeout=200)
        app.query_params.update({"lang": "en", "view": view} | parameters)
        app.switch_page("attention.py").run()
        assert not app.exception
        return app

    return open_it


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Open a page by its file name, in a language, with the parameters of an address."""

    def open_it(name: str, lang: str = "en", **parameters: str) -> AppTest:
        app = AppTest.from_file(ENTRY, default_timeout=200)
        app.query_params["lang"] = lang
        for key, value in parameters.items():
            app.query_params[key] = value
        if name != "home":
            app.switch_page(f"{name}.py")
        app.run()
        assert not app.exception
        return app

    return open_it


@pytest.fixture
def open_inside_view() -> Callable[..., AppTest]:
    """Open a view of the page Inside BERT by the parameters of an address."""

    def open_it(view: str, **parameters: str) -> AppTest:
        app = AppTest.from_file(ENTRY, default_timeout=200)
        app.query_params.update({"lang": "en", "view": view} | parameters)
        app.switch_page("inside.py").run()
        assert not app.exception
        return app

    return open_it
