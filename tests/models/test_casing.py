"""Whether capitals and accents count is read from the files, or else seen in the vocabulary, and said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from changed_checkpoints import changed, vocabulary_only

from bertviz_core.engine import load_engine


def casing(folder: Path) -> tuple[bool, bool, list[str]]:
    info = load_engine(str(folder)).info
    return info.lowercases, info.strips_accents, [note.kind for note in info.notes]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_cased_vocabulary_alone_is_read_as_cased(
    checkpoint: Callable[..., Path], tmp_path: Path, end: str
) -> None:
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model", end=end)
    engine = load_engine(str(folder))
    assert engine.encode("Saqué dinero").tokens == ("[CLS]", "Saqué", "dinero", "[SEP]")
    (note,) = engine.info.notes
    assert (note.kind, note.remedy != "") == ("casing", True)
    assert "as they are written" in str(note)


@pytest.mark.parametrize("family", ["bert", "distilbert", "electra"])
def test_every_family_of_word_pieces_is_looked_at(
    checkpoint: Callable[..., Path], tmp_path: Path, family: str
) -> None:
    def capital(pieces: list[str]) -> list[str]:
        return ["Madrid" if piece == "banco" else piece for piece in pieces]

    folder = vocabulary_only(checkpoint(family), tmp_path / "model", change=capital)
    assert load_engine(str(folder)).encode("Madrid").tokens[1] == "Madrid"


def test_small_letters_with_accents_keep_them(checkpoint: Callable[..., Path], tmp_path: Path) -> None:
    folder = vocabulary_only(checkpoint("bert-uncased"), tmp_path / "model")
    assert casing(folder) == (True, False, ["casing"])


def test_small_letters_without_accents_are_read_without(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    def bare(pieces: list[str]) -> list[str]:
        return [piece if piece.isascii() else f"x{number}" for number, piece in enumerate(pieces)]

    folder = vocabulary_only(checkpoint("bert-uncased"), tmp_path / "model", change=bare)
    assert casing(folder) == (True, True, ["casing"])


def test_what_the_file_of_a_tokenizer_says_needs_no_guess(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    folder = changed(checkpoint("bert"), tmp_path / "model")
    (folder / "tokenizer_config.json").unlink()
    assert casing(folder) == (False, False, [])


def test_settings_that_do_not_speak_of_case_leave_it_to_the_vocabulary(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model")
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 512}')
    assert casing(folder) == (False, False, ["casing"])


@pytest.mark.parametrize("lowers", [True, False])
def test_what_the_settings_say_is_followed(
    checkpoint: Callable[..., Path], tmp_path: Path, lowers: bool
) -> None:
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model")
    (folder / "tokenizer_config.json").write_text(f'{{"do_lower_case": {str(lowers).lower()}}}')
    lowercases, _, notes = casing(folder)
    assert lowercases is lowers
    assert notes == (["casing"] if lowers else [])  # against a vocabulary with capitals: doubtful


def test_files_against_each_other_are_told_apart_by_the_vocabulary(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    folder = changed(
        checkpoint("bert"), tmp_path / "model", settings=lambda said: said.update(do_lower_case=True)
    )
    (note,) = load_engine(str(folder)).info.notes
    assert note.doubtful
    assert casing(folder) == (False, False, ["casing"])


@pytest.mark.parametrize("written", ['"false"', '"False"', '"0"', "0", '"no"', "0.0"])
def test_a_no_that_is_written_otherwise_is_read_as_no_and_told(
    checkpoint: Callable[..., Path], tmp_path: Path, written: str
) -> None:
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model")
    (folder / "tokenizer_config.json").write_text(
        f'{{"do_lower_case": {written}, "strip_accents": {written}}}'
    )
    engine = load_engine(str(folder))
    assert engine.encode("Saqué dinero").tokens == ("[CLS]", "Saqué", "dinero", "[SEP]")
    assert "do_lower_case" in str(engine.info.notes[0]) and "read as false" in str(engine.info.notes[0])


@pytest.mark.parametrize("written", ['"maybe"', "2", "[]"])
def test_what_is_neither_yes_nor_no_says_nothing(
    checkpoint: Callable[..., Path], tmp_path: Path, written: str
) -> None:
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model")
    (folder / "tokenizer_config.json").write_text(f'{{"do_lower_case": {written}}}')
    assert casing(folder) == (False, False, ["casing", "casing"])
