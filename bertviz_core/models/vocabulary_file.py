"""`vocab.txt`, in which a piece's number is that of its line."""

from __future__ import annotations

from pathlib import Path

from bertviz_core.errors import N_
from bertviz_core.results import Note

_NAME = "vocab.txt"
_NAMED = 3
_MOST_PADDING = 128
"""Rows that are added to make their number a round one are fewer."""


def read_vocabulary(folder: Path) -> tuple[dict[str, int], tuple[Note, ...]] | None:
    """Return the pieces with their numbers; None where a tokenizer is not made from this file.

    Empty lines are no pieces, but are counted, as in every program that reads such files. Of a piece that
    stands there twice the last line counts, which is said.

    Raises:
        OSError, UnicodeDecodeError: The file cannot be read.
    """
    file = folder / _NAME
    if (folder / "tokenizer.json").is_file() or not file.is_file():
        return None
    with file.open(encoding="utf-8-sig") as lines:  # ends lines at \n, \r\n and \r only
        pieces = [line.rstrip() for line in lines]
    numbers = {piece: number for number, piece in enumerate(pieces) if piece}
    twice = dict.fromkeys(
        piece for number, piece in enumerate(pieces) if numbers.get(piece, number) != number
    )
    return numbers, (_said_twice(list(twice)),) if twice else ()


def _said_twice(pieces: list[str]) -> Note:
    return Note(
        kind="vocabulary",
        template=N_(
            "Some pieces stand more than once in vocab.txt ({pieces}; {count} in all). The last line of "
            "each counts, and the rows of the others are never used."
        ),
        fields={"count": len(pieces), "pieces": ", ".join(pieces[:_NAMED]) + "…" * (len(pieces) > _NAMED)},
        remedy=N_("Compare vocab.txt with the one that the model was trained with."),
    )


def unnamed_rows(entries: int, rows: int) -> tuple[Note, ...]:
    """Say where weights have rows for more entries than the vocabulary names: padding, or another one.

    Args:
        entries: The highest number of the vocabulary, and 1.
        rows: Of the weights.
    """
    if rows <= entries:
        return ()
    return (
        Note(
            kind="vocabulary",
            template=N_(
                "The weights have rows for {rows} entries, the vocabulary names {entries}. Where one without "
                "a name is guessed, its number is shown."
            ),
            fields={"rows": rows, "entries": entries},
            remedy=N_("Compare its vocabulary with the one that the model was trained with."),
            doubtful=rows - entries >= _MOST_PADDING,
        ),
    )
