"""What visitors need is there when the server has started."""

from __future__ import annotations

import sys

import pytest

from bertviz_core.server import warm_up
from bertviz_core.server.loaded_models import LoadedModels
from bertviz_core.settings import get_settings


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> LoadedModels:
    """Begin with no model in memory."""
    fresh = LoadedModels()
    monkeypatch.setattr(warm_up, "loaded_models", fresh)
    return fresh


def test_the_default_model_is_there_and_what_pages_are_made_of(
    models: LoadedModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "this", raising=False)
    assert warm_up.load_default_model(["this"])
    assert models.begin("mini").done()
    assert "this" in sys.modules


def test_a_default_model_that_cannot_be_loaded_is_told(
    models: LoadedModels, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("BERTSCOPE_DEFAULT_MODEL", "nobody/nothing")
    get_settings.cache_clear()
    try:
        assert not warm_up.load_default_model()
    finally:
        monkeypatch.undo()
        get_settings.cache_clear()
    assert "nobody/nothing" in caplog.text
