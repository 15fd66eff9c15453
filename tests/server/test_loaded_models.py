"""Models are loaded once for everybody, a few stay in memory, and the others are really gone."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
import streamlit as st

import bertviz_core
from bertviz_core.engine import BertEngine
from bertviz_core.errors import ModelNotFoundError
from bertviz_core.server.loaded_models import LoadedModels


@pytest.fixture
def loaded() -> LoadedModels:
    return LoadedModels(at_most=2)


def test_simultaneous_askers_wait_for_one_load(
    loaded: LoadedModels, mini: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody, loads = threading.Event(), []

    def load(model: str, *, on_progress: object) -> BertEngine:
        loads.append(model)
        assert everybody.wait(20)
        return mini

    monkeypatch.setattr(bertviz_core, "load_engine", load, raising=False)
    waiting = [loaded.begin("mini") for _ in range(100)]
    everybody.set()
    assert {one.result(20) for one in waiting} == {mini}
    assert loaded.begin("mini").result() is mini
    assert loads == ["mini"]


def test_a_slow_download_keeps_nobody_from_another_model(
    loaded: LoadedModels, mini: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived = threading.Event()

    def load(model: str, *, on_progress: Callable[[int, int], None]) -> BertEngine:
        if model == "far/away":
            on_progress(25, 100)
            assert arrived.wait(60)
        return mini

    monkeypatch.setattr(bertviz_core, "load_engine", load, raising=False)
    waiting = [loaded.begin("far/away") for _ in range(100)]
    try:
        assert loaded.begin("mini").result(timeout=20) is mini
        assert not any(one.done() for one in waiting)
        assert loaded.arrived("far/away") == (25, 100)
    finally:
        arrived.set()
    assert {one.result(timeout=20) for one in waiting} == {mini}
    assert loaded.arrived("far/away") is None


def test_the_model_not_used_for_longest_goes_before_another_one_comes(
    loaded: LoadedModels, checkpoint: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
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
    for model in (first, second, first, third, first):
        loaded.begin(model).result()
    assert counts == [0, 1, 1]
    assert [reference() is not None for reference in alive] == [True, False, True]


def test_of_many_that_come_at_once_no_more_stay_than_are_allowed(
    loaded: LoadedModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Engine:
        """Can be referred to weakly."""

    alive, all_begun, ended = [], threading.Event(), threading.Semaphore(0)

    def load(model: str, *, on_progress: object) -> Engine:
        assert all_begun.wait(20)
        alive.append(weakref.ref(engine := Engine()))
        return engine

    monkeypatch.setattr(bertviz_core, "load_engine", load, raising=False)
    loaded.on_change(ended.release)
    for model in "abcdef":
        loaded.begin(model)
    all_begun.set()
    assert all(ended.acquire(timeout=20) for _ in "abcdef")
    assert sum(one() is not None for one in alive) == 2


def test_a_load_that_failed_is_tried_again(
    loaded: LoadedModels, mini: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([ModelNotFoundError("The hub cannot be reached."), mini])

    def load(model: str, *, on_progress: object) -> BertEngine:
        answer = next(answers)
        if isinstance(answer, BertEngine):
            return answer
        raise answer

    monkeypatch.setattr(bertviz_core, "load_engine", load, raising=False)
    ended = threading.Semaphore(0)
    loaded.on_change(ended.release)
    with pytest.raises(ModelNotFoundError):
        loaded.begin("far/away").result(20)
    assert ended.acquire(timeout=20)
    assert loaded.begin("far/away").result(20) is mini
    assert ended.acquire(timeout=20)


def test_who_wants_to_know_of_changes_is_told_even_after_a_callback_that_fails(
    loaded: LoadedModels, mini: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bertviz_core, "load_engine", lambda model, **_: mini, raising=False)
    told = threading.Event()
    loaded.on_change(lambda: 1 // 0)
    loaded.on_change(told.set)
    assert loaded.begin("mini").result(20) is mini
    assert told.wait(20)


def test_emptying_streamlits_caches_takes_nobodys_model(
    loaded: LoadedModels, mini: BertEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads = []
    monkeypatch.setattr(
        bertviz_core, "load_engine", lambda model, **_: loads.append(model) or mini, raising=False
    )
    loaded.begin("mini").result(20)
    st.cache_resource.clear()
    loaded.begin("mini").result(20)
    assert loads == ["mini"]
