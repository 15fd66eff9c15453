"""What is told of a class: quantiles, memory that moves, and the file of measurements."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from benchmarks import load
from benchmarks.app_alone import text_difference
from benchmarks.class_report import ClassReport, quantile, table
from benchmarks.right_answers import Comparison
from benchmarks.server_watch import MemoryLog
from benchmarks.visitors import ClassPlan, Diary


@pytest.fixture
def report() -> ClassReport:
    diary = Diary(first=[2.0], later=[0.1] * 18 + [0.2, 3.0])
    diary.trouble("dropped socket", "no close frame")
    return ClassReport(
        plan=ClassPlan(page="attention", visitors=5, seconds=1200.0),
        diary=diary,
        memory=MemoryLog([0.0, 100.0, 200.0, 300.0, 400.0], [700.0, 800.0, 805.0, 803.0, 830.0]),
        memory_after=820.0,
        server_seconds=2.1,
        client_share=0.04,
        comparison=Comparison(compared=4, differing=["attention/explore: other tokens"]),
    )


def test_a_quantile_is_a_value_that_so_many_do_not_exceed() -> None:
    values = [float(value) for value in range(1, 21)]
    assert [quantile(values, share) for share in (0.5, 0.95, 1.0)] == [10, 19, 20]
    assert math.isnan(quantile([], 0.5))


def test_memory_is_told_of_the_last_three_quarters(report: ClassReport) -> None:
    assert report.memory.spread == 30  # not the 130 of the beginning
    assert report.memory.growth == pytest.approx((803 + 830) / 2 - (800 + 805) / 2)
    assert any("moved within 30 MB" in remark for remark in report.remarks())


def test_errors_and_differences_are_told_with_an_example(report: ClassReport) -> None:
    remarks = "\n".join(report.remarks())
    assert "1 x dropped socket, for instance no close frame" in remarks
    assert "attention/explore: other tokens" in remarks
    assert "1 of 4" in table([report])


def test_numbers_take_the_place_of_former_ones_and_leave_the_rest(
    report: ClassReport, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    other = {"name": "app.cold_start_s", "value": 2.2}
    output.write_text(json.dumps(other) + "\n", encoding="utf-8")
    load.write(list(report.measurements()), output)
    load.write(list(report.measurements()), output)
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert rows[0] == other
    values = {row["name"]: row["value"] for row in rows[1:]}
    assert len(values) == len(rows) - 1
    assert values["load.attention_5_soak_p95_s"] == 0.2
    assert values["load.attention_5_soak_errors"] == 1
    assert values["load.attention_5_soak_processor_ms"] == 100


@pytest.mark.parametrize(
    "wrong",
    [["--page", "nowhere"], ["--visitors", "0"], ["--leave", "2"], ["--url", "http://127.0.0.1:1"]],
)
def test_wishes_that_cannot_be_met_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        load.main(wrong)
    assert refused.value.code == 2
    assert wrong[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("shown", "alone", "same"),
    [
        ("15,5 bits", "15,4 bits", True),
        ("0.1234", "0.1235", True),
        ("0.1234", "0.1236", False),
        ("15,5 bits", "15,3 bits", False),
        ("3 words", "4 words", False),
        ("color:#1a67ae", "color:#1a68ae", True),
        ("color:#1a67ae", "color:#1a6aae", False),
        ("casa", "caso", False),
    ],
)
def test_written_numbers_and_colours_may_be_rounded_the_other_way(shown: str, alone: str, same: bool) -> None:
    assert (text_difference(shown, alone) == "") is same
