"""The address keeps what a link brought, whatever becomes of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.ui import inputs

ENTRY = str(Path(__file__).parents[2] / "pages" / "frame.py")


def test_the_address_is_whole_before_the_page_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: str) -> None:
        raise RuntimeError("no page yet")

    monkeypatch.setattr(inputs, "prefill", fail)
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update({"lang": "pt", "text": "Bebo [MASK] todas as manhãs", "view": "directions"})
    app.switch_page("masked_words.py").run()
    assert app.exception
    assert app.query_params == {"lang": "pt", "text": "Bebo [MASK] todas as manhãs", "view": "directions"}
