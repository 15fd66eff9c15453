"""The notebook of five lines runs beside a model that was fine-tuned and taken home."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import plotly.graph_objects as go
import pytest
from small_lessons import QUICK, Notebook, lesson

from bertviz_core.jobs.model_zip import model_zip
from bertviz_core.results import TASKS, LearningData, LearningSettings, Task
from bertviz_core.training.fine_tuning import fine_tune
from bertviz_core.ui.fine_tuning.ask_examples import asked_example
from bertviz_core.ui.fine_tuning.notebook_file import notebook_json

HOSTILE = "the \"big\"\n'''banco\\ {x} \u2028 \ud800"


def code_of(notebook: str) -> str:
    document = json.loads(notebook)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    about, code = document["cells"]
    assert about["cell_type"] == "markdown" and code["cell_type"] == "code"
    assert code["outputs"] == [] and len(code["source"].splitlines()) == 5
    return code["source"]


@pytest.fixture
def taken_home(checkpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Fine-tune a model, pack it, and unpack it beside where the notebook is."""

    def learn(data: LearningData, settings: LearningSettings) -> None:
        fine_tune(str(checkpoint("bert")), data, settings, folder=tmp_path / "run", watch=Notebook())
        with model_zip(tmp_path / "run" / "model", "mini") as file, zipfile.ZipFile(file) as archive:
            archive.extractall(tmp_path / "home")
        monkeypatch.chdir(tmp_path / "home")

    return learn


@pytest.mark.parametrize("task", TASKS)
def test_the_lines_ask_the_model_and_show_a_head(taken_home, task: Task, capsys) -> None:
    data = lesson(task)
    taken_home(data, QUICK)
    texts = asked_example(data.examples[0]).texts
    *lines, last = code_of(notebook_json(task, "mini", texts)).splitlines()
    known: dict[str, object] = {}
    exec("\n".join(lines), known)
    assert known["engine"].task.task == task  # type: ignore[attr-defined]
    said = capsys.readouterr().out
    assert any(name in said for name in ("place", "thing", "B-PER", "O", "text="))
    assert isinstance(eval(last, known), go.Figure)


@pytest.mark.parametrize("task", TASKS)
def test_texts_are_data(task: Task) -> None:
    texts = (HOSTILE, HOSTILE) if task in ("pair", "question") else (HOSTILE,)
    line = code_of(notebook_json(task, "m", texts)).splitlines()[2]
    given: list[tuple[str, ...]] = []

    class Engine:
        def __getattr__(self, _name: str):
            return lambda *asked: given.append(asked)

    exec(line, {"engine": Engine()})
    assert given == [texts]
