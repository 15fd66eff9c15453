"""What is told of a class on several copies: who was without one, what was lost, which cookies are kept."""

from __future__ import annotations

import pytest

from benchmarks.browser_tab import keep_cookies
from benchmarks.cluster_report import ClusterReport, Faults
from benchmarks.cluster_visitors import ClusterDiary
from benchmarks.right_answers import Comparison
from benchmarks.visitors import ClassPlan


@pytest.fixture
def report() -> ClusterReport:
    diary = ClusterDiary(
        answered=[(1.0, 9.0), (20.0, 0.1), (29.9, 0.2), (30.0, 3.0), (59.0, 2.0), (60.0, 0.3)],
        back=[1.5, 2.5],
        texts_kept=2,
        moved=2,
    )
    faults = Faults(copy_killed=30.0, copy_ready=60.0, worker_killed=40.0, taken_up=44.0, run_phase="done")
    plan = ClassPlan(page="attention", visitors=2, seconds=90)
    return ClusterReport(plan=plan, diary=diary, faults=faults, settled=15.0)


def test_an_answer_belongs_to_the_time_in_which_it_was_asked_for(report: ClusterReport) -> None:
    assert report.seconds("before") == [0.1, 0.2], "the first ones come while the class still gathers"
    assert report.seconds("without") == [3.0, 2.0]
    assert report.seconds("after") == [0.3]
    told = {measured.name: measured.value for measured in report.measurements()}
    assert told["cluster.2_copy_away_s"] == 30 and told["cluster.2_without_max_s"] == 3
    assert told["cluster.2_reconnected"] == 2 and told["cluster.2_texts_lost"] == 0


def test_a_lost_text_a_wrong_answer_and_a_run_that_did_not_end_are_wrong(report: ClusterReport) -> None:
    assert report.wrong == 0
    report.diary.texts_kept = 1
    report.faults.run_phase = "failed"
    report.comparison = Comparison(compared=2, differing=["another text"])
    report.diary.trouble("exception", "it broke")
    assert report.wrong == 4
    assert "differs: another text" in "\n".join(report.lines())


def test_cookies_are_kept_by_their_names() -> None:
    cookies = {"bertscope_copy": "app1", "other": "1"}
    keep_cookies(cookies, ["bertscope_copy=app2; Path=/; HttpOnly; SameSite=Lax", "new=a=b"])
    assert cookies == {"bertscope_copy": "app2", "other": "1", "new": "a=b"}
