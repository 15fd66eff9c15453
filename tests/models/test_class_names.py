"""Names of classes are believed where each class has one; otherwise numbers are shown, and it is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fine_tuned_checkpoints
import pytest

from bertviz_core.cli import main
from bertviz_core.engine import load_engine
from bertviz_core.errors import MissingHeadError

NAMES = ("negativo", "positivo", "neutro")


def with_names(folder: Path, names: Any, *, family: str = "bert", task: str = "sentence") -> Path:
    fine_tuned_checkpoints.build(folder, labels=NAMES, family=family, task=task)
    config = json.loads((folder / "config.json").read_text())
    config["id2label"] = names
    config.pop("label2id")
    (folder / "config.json").write_text(json.dumps(config))
    return folder


@pytest.mark.parametrize(
    "names",
    [
        {"1": "negativo", "2": "positivo"},
        {"1": "negativo", "2": "positivo", "3": "neutro"},
        {"0": "negativo", "1": "positivo"},
        {"0": "negativo", "1": "positivo", "3": "neutro"},
        {"0": "negativo", "1": "positivo", "2": "neutro", "3": "otro"},
        {"0": "negativo", "1": "negativo", "2": "neutro"},
        {"0": "sí", "1": "si\u0301", "2": "no"},
        {"0": "negativo", "1": "", "2": "neutro"},
        {"0": "negativo", "1": "nega\u200btivo", "2": "neutro"},
        {"0": "muy\u00a0malo", "1": "muy malo", "2": "\ufeffneutro"},
        {"0": "negativo", "1": "\u200b\u2060", "2": "neutro"},
        {"negativo": 0, "positivo": 1, "neutro": 2},
        ["negativo", "positivo", "neutro"],
    ],
)
def test_names_that_do_not_fit_are_numbers(tmp_path: Path, names: Any) -> None:
    engine = load_engine(str(with_names(tmp_path, names)))
    assert engine.classify("dinero").labels == ("0", "1", "2")
    (note,) = engine.info.notes
    assert (note.kind, note.doubtful) == ("classes", True)


@pytest.mark.parametrize("family", ["distilbert", "roberta", "albert", "electra"])
@pytest.mark.parametrize("task", ["sentence", "tagging"])
def test_every_family_and_head(tmp_path: Path, family: str, task: str) -> None:
    engine = load_engine(str(with_names(tmp_path, {"1": "a", "2": "b", "3": "c"}, family=family, task=task)))
    assert engine.task is not None
    assert engine.task.labels == ("0", "1", "2")


@pytest.mark.parametrize("names", [{"0": "a", "1": "b", "2": "c"}, {"2": "c", "0": "a", "1": "b"}])
def test_names_that_fit_stay(tmp_path: Path, names: dict[str, str]) -> None:
    engine = load_engine(str(with_names(tmp_path, names)))
    assert engine.classify("dinero").labels == ("a", "b", "c")
    assert engine.info.notes == ()


def test_signs_that_nobody_sees_are_taken_off_names(tmp_path: Path) -> None:
    engine = load_engine(str(with_names(tmp_path, {"0": "\ufeffa", "1": "b\u200b", "2": "muy\u00a0c"})))
    assert engine.classify("dinero").labels == ("a", "b", "muy c")


def test_both_tables_against_each_other_are_told(tmp_path: Path) -> None:
    folder = with_names(tmp_path, {"0": "a", "1": "b", "2": "c"})
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"label2id": {"a": 2, "b": 1, "c": 0}}))
    engine = load_engine(str(folder))
    assert engine.classify("dinero").labels == ("a", "b", "c")
    assert "against each other" in str(engine.info.notes[0])


def test_the_command_line_says_it_beside_the_answer_and_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = with_names(tmp_path, {"1": "negativo", "2": "positivo", "3": "neutro"})
    assert main(["classify", "--model", str(folder), "--json", "dinero"]) == 0
    told = capsys.readouterr()
    document = json.loads(told.out)
    assert sorted(document["probabilities"]) == ["0", "1", "2"]
    assert document["notes"][0]["kind"] == "classes"
    assert document["notes"][0]["text"] in told.err


def test_a_lost_architecture_is_told_with_what_to_add(tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    config.pop("architectures")
    (folder / "config.json").write_text(json.dumps(config))
    engine = load_engine(str(folder))
    assert engine.has_task_head
    with pytest.raises(MissingHeadError, match=r"architectures.*ForSequenceClassification"):
        engine.classify("dinero")


def test_a_head_of_one_row_names_no_classes(tmp_path: Path) -> None:
    folder = fine_tuned_checkpoints.build(tmp_path, labels=("score",))
    config = json.loads((folder / "config.json").read_text())
    config |= {"architectures": ["BertForMultipleChoice"]}
    config.pop("id2label")
    (folder / "config.json").write_text(json.dumps(config))
    engine = load_engine(str(folder))
    assert engine.task is None
    assert engine.info.notes == ()


def test_names_that_stand_in_label2id_alone_are_used(tmp_path: Path) -> None:
    folder = with_names(tmp_path, None)
    config = json.loads((folder / "config.json").read_text())
    config.pop("id2label")
    (folder / "config.json").write_text(json.dumps(config | {"label2id": {"c": 2, "a": 0, "b": 1}}))
    assert load_engine(str(folder)).classify("dinero").labels == ("a", "b", "c")
