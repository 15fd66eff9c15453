"""`evaluate` on the command line: a document for programs, tables for people."""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bertviz_core.cli import main
from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.evaluation.cloze import cloze_scores
from bertviz_core.models.catalogue import BUNDLED_FOLDER

TEXT = (
    "La plaza estaba vacía y el sol se ponía.\nUna mujer leía un libro junto al río.\n\n"
    "Los niños jugaban en el jardín de la casa.\nLuego volvieron a casa porque llovía.\n"
)


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_one_document_holds_every_number(
    checkpoint: Callable[..., Path],
    tiny: Callable[..., BertEngine],
    text_file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = str(checkpoint("bert"))
    capsys.readouterr()  # what saving the checkpoint said
    assert main(["evaluate", "--model", folder, "--heldout", str(text_file), "--json"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert captured.err == ""
    expected = cloze_scores(tiny("bert"))
    assert expected is not None
    assert document["data"]["next_sentence"]["items"] == len(document["next_sentence"]["items"])
    assert document["cloze"]["top"]["all"]["10"] == pytest.approx(expected.share(10))
    assert set(document["cloze"]["top"]) == {"all", "es", "en", "pt"}
    assert 50 < len(document["next_sentence"]["items"]) < 60  # the others are too long for 64 tokens
    assert len(document["senses"]) == 13 and len(document["classes"]) == 8
    assert [score["file"] for score in document["held_out"]] == ["mine.txt"]
    assert document["speed"]["loading_s"] > 0
    assert document["data"]["spam"] == {
        "items": 120,
        "languages": ["es", "en", "pt"],
        "source": "written for this project, not used to train the bundled model",
    }


def test_two_copies_of_the_model_are_never_in_memory(
    checkpoint: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded: list[weakref.ref[BertEngine]] = []

    def load(*args: Any, **options: Any) -> BertEngine:
        assert all(engine() is None for engine in loaded)
        engine = load_engine(*args, **options)
        loaded.append(weakref.ref(engine))
        return engine

    monkeypatch.setattr("bertviz_core.engine.load_engine", load)
    assert main(["evaluate", "--model", str(checkpoint("bert")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["speed"]["loading_s"] > 0
    assert len(loaded) == 2


def test_a_question_without_a_head_is_null_with_a_note(
    checkpoint: Callable[..., Path], text_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(checkpoint("bert", "BertModel"))
    assert main(["evaluate", "--model", folder, "--heldout", str(text_file), "--json"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert document["cloze"] is document["next_sentence"] is None
    assert document["held_out"] == []
    assert len(document["notes"]) == 2
    assert all(note["text"] in captured.err for note in document["notes"])


def test_people_get_tables(
    checkpoint: Callable[..., Path], text_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "--model", str(checkpoint("electra")), "--heldout", str(text_file)]) == 0
    captured = capsys.readouterr()
    for heading in ("Blanks", "Word senses", "Classification", "Held-out text", "Speed"):
        assert f"\n{heading}" in captured.out
    assert "\nNext sentence" not in captured.out
    assert "next-sentence head" in captured.err


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        (["--heldout", "nowhere.txt"], 2, "nowhere.txt"),
        (["--heldout", str(BUNDLED_FOLDER / "model-00001-of-00002.safetensors")], 2, "is not UTF-8 text"),
        (["--paragraphs", "0"], 2, "1 or more"),
    ],
)
def test_bad_requests_are_told_at_once(
    options: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", "--model", "mini", *options]) == status
    captured = capsys.readouterr()
    assert captured.out == "" and said in captured.err


def test_a_file_is_read_before_a_model_is_fetched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "--model", "nobody/nothing", "--heldout", "nowhere.txt"]) == 2
    assert "nowhere.txt" in capsys.readouterr().err
