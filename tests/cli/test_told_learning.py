"""How a model learns, told on standard error: with a terminal and without one."""

from __future__ import annotations

import os

import pytest

from bertviz_core.cli.told_learning import ToldLearning
from bertviz_core.results import LearningPoint, ValidationPoint


def point() -> LearningPoint:
    return LearningPoint(step=4, epoch=1.0, seconds=2.0, validation=ValidationPoint(loss=0.5, score=0.75))


def test_without_a_terminal_whole_lines_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    told = ToldLearning()
    told.progress(4, 8, 2.0, 2.0)
    told.point(point())
    assert capsys.readouterr().err == "epoch 1.0, step 4, 2 s: validation loss 0.500, score 0.750\n"


def test_on_a_terminal_the_line_of_steps_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr("sys.stderr", terminal)
        told = ToldLearning()
        told.progress(4, 8, 2.0, 2.0)
        told.point(point())
        terminal.flush()
        written = ""
        while not written.endswith("\n"):
            written += os.read(ours, 1000).decode()
    os.close(ours)
    assert written == (
        "\rstep 4 of 8, 2 s left \r\x1b[Kepoch 1.0, step 4, 2 s: validation loss 0.500, score 0.750\r\n"
    )
