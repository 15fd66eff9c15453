"""No more models are in memory than are allowed, not even while another one is loaded."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

import bertviz_core
from bertviz_core.ui import models


def test_the_model_not_used_for_longest_goes_before_another_one_comes(
    checkpoint: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: list[weakref.ref[object]] = []
    counts: list[int] = []
    load = bertviz_core.load_engine

    def counted(model: str, **options: object) -> object:
        counts.append(sum(reference() is not None for reference in alive))
        engine = load(model, **options)
        alive.append(weakref.ref(engine))
        return engine

    monkeypatch.setattr(bertviz_core, "load_engine", counted)
    first, second, third = (str(checkpoint(family)) for family in ("bert", "albert", "electra"))
    models._load.clear()
    models._used.clear()
    for model in (first, second, first, third, first):
        models._begin(model).result()
    assert counts == [0, 1, 1]
    assert [reference() is not None for reference in alive] == [True, False, True]
