"""Work beside a page's script."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bertviz_core.ui import watched_work
from bertviz_core.ui.watched_work import Report, Unwatched, WatchedWork

PATIENCE_S = 200


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_work, "LOOK_AGAIN_S", 0.01)
    monkeypatch.setattr(watched_work, "GRACE_S", 0.0)


def nothing(done: int, total: int) -> None: ...


class Leaves(BaseException):
    """As Streamlit ends a script."""


def leave(done: int, total: int) -> None:
    raise Leaves


def work_until(let_go: threading.Event, ended: threading.Event):
    def work(report: Report) -> np.ndarray:
        try:
            while not let_go.wait(0.01):
                report(1, 2)
            return np.ones(3)
        except Unwatched:
            ended.set()
            raise

    return work


def test_an_answer_is_worked_out_once_and_kept() -> None:
    works, calls = WatchedWork[np.ndarray](workers=2, max_bytes=1000), []

    def work(report: Report) -> np.ndarray:
        calls.append(1)
        return np.ones(3)

    assert works.answer("a", work, nothing) is works.answer("a", work, nothing)
    assert len(calls) == 1
    works.answer("b", work, nothing)
    assert len(calls) == 2


def test_who_asks_meanwhile_waits_for_the_same_answer_and_sees_how_far_it_is() -> None:
    works, let_go = WatchedWork[np.ndarray](workers=2, max_bytes=1000), threading.Event()
    work, shown = work_until(let_go, threading.Event()), set()

    def show(done: int, total: int) -> None:
        shown.add((done, total))
        if (1, 2) in shown:
            let_go.set()

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(works.answer, "a", work, show) for _ in range(4)]
    assert len({id(answer.result()) for answer in answers}) == 1
    assert (1, 2) in shown


def test_it_ends_when_the_last_one_has_left_but_not_before() -> None:
    works = WatchedWork[np.ndarray](workers=2, max_bytes=1000)
    let_go, ended = threading.Event(), threading.Event()
    work = work_until(let_go, ended)
    with ThreadPoolExecutor(1) as pool:
        stays = pool.submit(works.answer, "a", work, nothing)
        with pytest.raises(Leaves):
            works.answer("a", work, leave)
        assert not ended.wait(0.2)
        let_go.set()
        assert stays.result(PATIENCE_S).sum() == 3
    let_go.clear()
    with pytest.raises(Leaves):
        works.answer("b", work, leave)
    assert ended.wait(PATIENCE_S)
    let_go.set()
    assert works.answer("b", work, nothing).sum() == 3


def test_until_the_work_says_how_much_there_is_nothing_of_nothing_is_shown() -> None:
    works, let_go, shown = WatchedWork[np.ndarray](workers=1, max_bytes=1000), threading.Event(), set()

    def show(done: int, total: int) -> None:
        shown.add((done, total))
        let_go.set()

    def work(report: Report) -> np.ndarray:
        assert let_go.wait(PATIENCE_S)
        return np.ones(3)

    works.answer("a", work, show)
    assert shown == {(0, 0)}


def test_what_goes_wrong_reaches_all_who_wait_and_is_tried_again() -> None:
    works = WatchedWork[np.ndarray](workers=1, max_bytes=1000)

    def fail(report: Report) -> np.ndarray:
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            works.answer("a", fail, nothing)
    assert works.answer("a", lambda report: np.ones(3), nothing).sum() == 3


def test_what_is_kept_is_bounded() -> None:
    works = WatchedWork[np.ndarray](workers=1, max_bytes=1000)
    calls: list[int] = []

    def work(report: Report) -> np.ndarray:
        calls.append(1)
        return np.zeros(100)  # 800 bytes

    for key in ("a", "b", "a"):
        works.answer(key, work, nothing)
    assert len(calls) == 3
