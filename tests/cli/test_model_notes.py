"""What was decided about a model is said beside every answer, and arguments that are no text are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from changed_checkpoints import vocabulary_only

from bertviz_core.cli import main


@pytest.fixture
def folder(checkpoint: Callable[..., Path], tmp_path: Path) -> str:
    return str(vocabulary_only(checkpoint("bert"), tmp_path / "model"))


@pytest.mark.parametrize(
    "command",
    [
        ["tokens", "el banco"],
        ["attention", "el banco"],
        ["heads", "el banco"],
        ["fill-mask", "el [MASK]"],
        ["fill-mask", "--joint", "el [MASK]"],
        ["next-sentence", "el banco", "la plaza"],
        ["next-sentence", "el banco", "la plaza", "el sol"],
        ["surprise", "el banco"],
        ["models"],
    ],
)
def test_every_command_tells_it_on_standard_error_and_in_json(
    folder: str, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main([command[0], "--model", folder, "--json", *command[1:]]) == 0
    told = capsys.readouterr()
    (note,) = [note for note in json.loads(told.out)["notes"] if note["kind"] == "casing"]
    assert note["kind"] == "casing"
    assert told.err.count(note["text"]) == 1


def test_words_in_a_file_tell_it_too(folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentences = tmp_path / "sentences.txt"
    sentences.write_text("el banco\n")
    assert main(["embed", "--model", folder, "--json", "--word", "banco", str(sentences)]) == 0
    assert json.loads(capsys.readouterr().out)["notes"][0]["kind"] == "casing"


def test_nothing_is_said_where_nothing_was_decided(
    checkpoint: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tokens", "--model", str(checkpoint("bert")), "--json", "el banco"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "notes" not in json.loads(told.out)


@pytest.mark.parametrize(
    "command",
    [
        ["tokens", "ni\udcf1o"],
        ["tokens", "el", "--pair", "ni\udcf1o"],
        ["fill-mask", "el [MASK]", "--candidate", "ni\udcf1o"],
        ["embed", "--word", "ni\udcf1o", "-"],
        ["next-sentence", "el", "la", "ni\udcf1o"],
    ],
)
def test_a_byte_that_is_no_text_is_refused_in_any_argument(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main(command) == 2
    assert "not UTF-8" in capsys.readouterr().err


def test_a_file_may_have_a_name_of_any_bytes(
    checkpoint: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentences = tmp_path / "ni\udcf1o.txt"
    sentences.write_text("el banco\n")
    model = str(checkpoint("bert"))
    assert main(["embed", "--model", model, "--word", "banco", str(sentences)]) == 0
    assert "el banco" in capsys.readouterr().out
