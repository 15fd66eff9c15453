from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import bertviz_core
from bertviz_core.engine import BertEngine
from bertviz_core.server.loaded_models import LoadedModels
from bertviz_core.ui import models


class Bar:
    """Stands where `st.empty` would, and keeps what is shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[float, str]] = []
        self.seen = threading.Event()

    def progress(self, share: float, text: str) -> None:
        self.shown.append((share, text))
        self.seen.set()

    def empty(self) -> None:
        self.shown.append((0.0, ""))


def test_a_download_shows_how_far_it_is(mini: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    bar = Bar()

    def download(model: str, *, on_progress: Callable[[int, int], None]) -> BertEngine:
        on_progress(25_000_000, 100_000_000)
        assert bar.seen.wait(20)
        return mini

    monkeypatch.setattr(bertviz_core, "load_engine", download, raising=False)
    monkeypatch.setattr(models, "loaded_models", LoadedModels())
    monkeypatch.setattr(models, "chosen_model", lambda: "somebody/model")
    monkeypatch.setattr(models.st, "empty", lambda: bar)
    assert models.current_engine() is mini
    assert bar.shown[0] == (0.25, "Downloading: 25 of 100 MB")
    assert bar.shown[-1] == (0.0, "")
