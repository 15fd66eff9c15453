"""Long work in a queue: shared, told of, stopped, bounded, its failures as sentences."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from bertviz_core.errors import BusyError, InputError
from bertviz_core.jobs import runner as runner_module
from bertviz_core.jobs.runner import MOST_WAITING, Job, JobRunner, Tell

PATIENCE_S = 200


class Work:
    """Work that tells of itself again and again until it may end."""

    def __init__(self) -> None:
        self.begun, self.may_end, self.broke_off = (threading.Event() for _ in range(3))
        self.runs = 0

    def __call__(self, tell: Tell[str]) -> str:
        self.runs += 1
        try:
            tell(0.25, "first")
            self.begun.set()
            while not self.may_end.wait(0.01):
                tell(0.5, "half")
        except BaseException:
            self.broke_off.set()
            raise
        return "whole"


@pytest.fixture
def works() -> Iterator[Callable[[], Work]]:
    made: list[Work] = []

    def make() -> Work:
        made.append(Work())
        return made[-1]

    yield make
    for work in made:
        work.may_end.set()


@pytest.fixture
def runner() -> JobRunner[str]:
    return JobRunner(most_kept=3)


def wait_for(runner: JobRunner[str], key: str, phase: str) -> Job[str]:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        job = runner.look(key, visitor="watch")
        if job and job.phase == phase:
            return job
        time.sleep(0.01)
    raise AssertionError(f"{key} is {job} and not {phase}")


def quietly(runner: JobRunner[str], key: str, phase: str) -> None:
    """Wait without counting as a visitor."""
    end = time.monotonic() + PATIENCE_S
    while runner._entries[key].job.phase != phase:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_job_tells_of_itself_and_leaves_its_result(runner: JobRunner[str], works) -> None:
    work = works()
    assert runner.look("a", visitor="me") is None
    runner.start("a", work, visitor="me")
    assert work.begun.wait(PATIENCE_S)
    job = wait_for(runner, "a", "running")
    assert job.open and job.result in ("first", "half") and job.share in (0.25, 0.5)
    work.may_end.set()
    job = wait_for(runner, "a", "done")
    assert (job.result, job.share, job.open, job.error) == ("whole", 1.0, False, None)


def test_who_asks_for_the_same_shares_it(runner: JobRunner[str], works) -> None:
    work, other = works(), works()
    runner.start("a", work, visitor="me")
    assert work.begun.wait(PATIENCE_S)
    runner.start("a", other, visitor="you")
    work.may_end.set()
    wait_for(runner, "a", "done")
    runner.start("a", other, visitor="you")
    assert wait_for(runner, "a", "done").result == "whole"
    assert (work.runs, other.runs) == (1, 0)


def test_jobs_wait_for_each_other_in_order(runner: JobRunner[str], works) -> None:
    first, second, third = works(), works(), works()
    for key, work in zip("abc", (first, second, third), strict=True):
        runner.start(key, work, visitor="me")
    assert first.begun.wait(PATIENCE_S)
    assert [runner.look(key, visitor="me").ahead for key in "bc"] == [1, 2]
    assert second.runs == 0
    first.may_end.set()
    assert second.begun.wait(PATIENCE_S)
    assert third.runs == 0
    assert runner.look("c", visitor="me").ahead == 1


def test_the_queue_is_bounded(runner: JobRunner[str], works) -> None:
    running = works()
    runner.start("running", running, visitor="me")
    assert running.begun.wait(PATIENCE_S)
    for number in range(MOST_WAITING):
        runner.start(f"waiting {number}", works(), visitor="me")
    with pytest.raises(BusyError):
        runner.start("one more", works(), visitor="me")
    assert runner.look("one more", visitor="me") is None
    runner.start("waiting 0", works(), visitor="you")  # shares a place
    assert runner.stop("waiting 1", visitor="me")
    runner.start("one more", works(), visitor="me")


def test_of_short_work_more_may_wait(works) -> None:
    runner: JobRunner[str] = JobRunner(most_kept=3, most_waiting=MOST_WAITING + 1)
    running = works()
    runner.start("running", running, visitor="me")
    assert running.begun.wait(PATIENCE_S)
    for number in range(MOST_WAITING + 1):
        runner.start(f"waiting {number}", works(), visitor="me")
    with pytest.raises(BusyError):
        runner.start("one more", works(), visitor="me")


def test_a_stopped_job_ends_at_its_next_word_and_can_begin_again(runner: JobRunner[str], works) -> None:
    work, again = works(), works()
    runner.start("a", work, visitor="me")
    assert work.begun.wait(PATIENCE_S)
    assert runner.stop("a", visitor="me")
    job = runner.look("a", visitor="me")
    assert job and job.phase == "stopped" and job.result in ("first", "half")
    assert work.broke_off.wait(PATIENCE_S)
    again.may_end.set()
    runner.start("a", again, visitor="me")
    assert wait_for(runner, "a", "done").result == "whole"
    assert (work.runs, again.runs) == (1, 1)


def test_the_end_of_a_stopped_job_does_not_touch_its_successor(runner: JobRunner[str], works) -> None:
    may_go_on, again = threading.Event(), works()

    def deaf(tell: Tell[str]) -> str:
        tell(0.1, "old")
        may_go_on.wait(PATIENCE_S)
        return "old result"

    runner.start("a", deaf, visitor="me")
    quietly(runner, "a", "running")
    assert runner.stop("a", visitor="me")
    runner.start("a", again, visitor="me")
    assert runner.look("a", visitor="me").phase == "waiting"
    may_go_on.set()
    assert again.begun.wait(PATIENCE_S)
    assert runner.look("a", visitor="me").result != "old result"


def test_a_job_that_waits_is_stopped_before_it_begins(runner: JobRunner[str], works) -> None:
    first, second = works(), works()
    runner.start("a", first, visitor="me")
    runner.start("b", second, visitor="me")
    assert first.begun.wait(PATIENCE_S)
    assert runner.stop("b", visitor="me")
    first.may_end.set()
    wait_for(runner, "a", "done")
    assert second.runs == 0
    assert runner.look("b", visitor="me").phase == "stopped"


def test_it_goes_on_while_somebody_else_waits(
    runner: JobRunner[str], works, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = works()
    runner.start("a", work, visitor="me")
    assert work.begun.wait(PATIENCE_S)
    runner.look("a", visitor="you")
    assert not runner.stop("a", visitor="me")
    assert runner.look("a", visitor="you").open
    runner.look("a", visitor="me")
    monkeypatch.setattr(runner_module, "SEEN_S", 0.0)  # you closed the page long ago
    assert runner.stop("a", visitor="me")
    assert work.broke_off.wait(PATIENCE_S)


def test_what_a_visitor_can_mend_is_told_and_tried_again(runner: JobRunner[str], works) -> None:
    def refuse(tell: Tell[str]) -> str:
        tell(0.5, "half")
        raise InputError("Too short: {count}.", count=3)

    runner.start("a", refuse, visitor="me")
    job = wait_for(runner, "a", "failed")
    assert str(job.error) == "Too short: 3." and job.result == "half" and not job.open
    work = works()
    work.may_end.set()
    runner.start("a", work, visitor="me")
    assert wait_for(runner, "a", "done").error is None


def test_a_fault_becomes_a_sentence_and_a_line_in_the_log(
    runner: JobRunner[str], works, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(tell: Tell[str]) -> str:
        raise ZeroDivisionError("secret")

    runner.start("a", fail, visitor="me")
    job = wait_for(runner, "a", "failed")
    assert "secret" not in str(job.error)
    number = job.error.fields["number"]
    assert str(number) in str(job.error) and str(number) in caplog.text
    assert "ZeroDivisionError at" in caplog.text and "secret" not in caplog.text
    work = works()
    work.may_end.set()
    runner.start("b", work, visitor="me")  # the thread lives on
    wait_for(runner, "b", "done")


def test_only_the_last_ended_jobs_are_kept(runner: JobRunner[str], works) -> None:
    for key in "abcdef":
        work = works()
        work.may_end.set()
        runner.start(key, work, visitor="me")
        wait_for(runner, key, "done")
    kept = [key for key in "abcdef" if runner.look(key, visitor="me")]
    assert kept[-3:] == list("def") and len(kept) <= 4
    assert all(entry.work is None for key, entry in runner._entries.items() if key != "f")


def test_who_looks_at_an_ended_job_leaves_nothing_behind(runner: JobRunner[str], works) -> None:
    work = works()
    work.may_end.set()
    runner.start("a", work, visitor="me")
    quietly(runner, "a", "done")
    for number in range(50):
        assert runner.look("a", visitor=str(number)).result == "whole"
        runner.start("a", work, visitor=str(number))
    assert len(runner._entries["a"].seen) <= 1


@pytest.fixture
def watched() -> JobRunner[str]:
    return JobRunner(most_kept=3, while_watched=True)


def test_what_nobody_looks_at_ends_by_itself(
    watched: JobRunner[str], works, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, waiting, other = works(), works(), works()
    watched.start("a", work, visitor="me")
    watched.start("b", waiting, visitor="you")
    assert work.begun.wait(PATIENCE_S)
    work.broke_off.wait(0.1)
    assert watched.look("a", visitor="me").open and not work.broke_off.is_set()
    monkeypatch.setattr(runner_module, "UNSEEN_S", 0.0)  # both closed the page long ago
    assert work.broke_off.wait(PATIENCE_S)
    quietly(watched, "a", "stopped")
    quietly(watched, "b", "stopped")
    monkeypatch.undo()
    other.may_end.set()
    watched.start("b", other, visitor="you")  # the thread lives on
    assert wait_for(watched, "b", "done").result == "whole"
    assert waiting.runs == 0


def test_a_place_that_nobody_watches_is_free_again(
    watched: JobRunner[str], works, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = works()
    watched.start("running", running, visitor="first")
    assert running.begun.wait(PATIENCE_S)
    for number in range(MOST_WAITING):
        watched.start(f"waiting {number}", works(), visitor=str(number))
    with pytest.raises(BusyError):
        watched.start("one more", works(), visitor="me")
    for number in range(MOST_WAITING):
        watched._entries[f"waiting {number}"].seen[str(number)] -= runner_module.UNSEEN_S
    watched.start("one more", works(), visitor="me")
    assert list(watched._waiting) == ["one more"]


def test_one_visitor_holds_one_place(watched: JobRunner[str], works) -> None:
    all_works = [works() for _ in range(6)]
    for number, work in enumerate(all_works):
        watched.start(str(number), work, visitor="me")
        assert sum(entry.job.open for entry in watched._entries.values()) == 1
    assert all_works[-1].begun.wait(PATIENCE_S)
    all_works[-1].may_end.set()
    assert wait_for(watched, "5", "done").result == "whole"


def test_a_full_queue_takes_nothing_from_who_asks(watched: JobRunner[str], works) -> None:
    running = works()
    watched.start("mine", running, visitor="me")
    assert running.begun.wait(PATIENCE_S)
    for number in range(MOST_WAITING):
        watched.start(number, works(), visitor=str(number))
    with pytest.raises(BusyError):
        watched.start("another", works(), visitor="me")
    assert watched.look("mine", visitor="me").phase == "running"
    watched.start("another", works(), visitor="0")  # in the place of what waited
    assert watched.look(0, visitor="x").phase == "stopped"


def test_what_others_watch_too_goes_on_when_one_starts_something_else(watched: JobRunner[str], works) -> None:
    shared = works()
    watched.start("shared", shared, visitor="me")
    assert shared.begun.wait(PATIENCE_S)
    watched.look("shared", visitor="you")
    watched.start("mine", works(), visitor="me")
    assert watched.look("shared", visitor="you").phase == "running"
    watched.start("mine", works(), visitor="you")  # shares it, and leaves what nobody else watches
    assert watched.look("mine", visitor="you").open
    assert shared.broke_off.wait(PATIENCE_S)


def test_without_the_wish_jobs_go_on_unseen_and_several_are_one_visitors(
    runner: JobRunner[str], works, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner_module, "UNSEEN_S", 0.0)
    first, second = works(), works()
    runner.start("a", first, visitor="me")
    assert first.begun.wait(PATIENCE_S)
    runner.start("b", second, visitor="me")
    assert not first.broke_off.wait(0.1)
    first.may_end.set()
    second.may_end.set()
    quietly(runner, "a", "done")
    quietly(runner, "b", "done")
