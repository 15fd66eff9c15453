"""`vocab.txt` as it comes: empty lines, a line twice, more lines than weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from changed_checkpoints import vocabulary_only

from bertviz_core.engine import load_engine
from bertviz_core.errors import UnreadableModelError

Pieces = list[str]


@pytest.mark.parametrize(
    "change",
    [
        lambda pieces: [*pieces, ""],
        lambda pieces: [*pieces, "", "", ""],
        lambda pieces: [*pieces, " ", "\t"],
        lambda pieces: ["\ufeff" + pieces[0], *pieces[1:]],
    ],
)
def test_lines_without_a_piece_are_no_entries(
    checkpoint: Callable[..., Path], tmp_path: Path, change: Callable[[Pieces], Pieces]
) -> None:
    engine = load_engine(str(vocabulary_only(checkpoint("bert"), tmp_path / "model", change=change)))
    as_before = load_engine(str(checkpoint("bert")))
    assert engine.encode("Saqué dinero").ids.tolist() == as_before.encode("Saqué dinero").ids.tolist()
    assert engine.fill_mask("dinero [MASK]", engine.info.vocab_size - 5).masks


def test_of_a_line_that_stands_twice_the_last_counts_and_it_is_said(
    checkpoint: Callable[..., Path], tmp_path: Path
) -> None:
    def twice(pieces: Pieces) -> Pieces:
        return [*pieces[:-1], "dinero"]

    engine = load_engine(str(vocabulary_only(checkpoint("bert"), tmp_path / "model", change=twice)))
    assert engine.encode("dinero").ids[1] == engine.info.vocab_size - 1
    assert engine.info.notes[0].kind == "vocabulary"
    assert "dinero" in str(engine.info.notes[0])
    assert engine.attention("dinero").weights.size


@pytest.mark.parametrize("extra", [("dinero",), ("dinero", "dinero"), ("nuevo",)])
def test_the_highest_number_counts_not_how_many_pieces_there_are(
    checkpoint: Callable[..., Path], tmp_path: Path, extra: tuple[str, ...]
) -> None:
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model", change=lambda pieces: [*pieces, *extra])
    with pytest.raises(UnreadableModelError, match="more entries"):
        load_engine(str(folder))
