"""A file of texts to be asked about: a table, or a text a line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings
from bertviz_core.ui.text_file import decoded, is_table, table_rows

MOST_BYTES = 20_000_000
_LONGEST_NAME = 30
_KNOWN_SHARE = 0.8
_LOOKED_AT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTable:
    """Rows of cells, all of one width."""

    columns: tuple[str, ...]
    """Names from the first row; their numbers where it is a row like the others."""
    rows: tuple[tuple[str, ...], ...]

    def text_columns(self) -> list[int]:
        """Return the numbers of the columns, the one with the longest texts first."""
        rows = self.rows[:_LOOKED_AT]
        letters = [sum(len(row[column]) for row in rows) for column in range(len(self.columns))]
        return sorted(range(len(self.columns)), key=lambda column: -letters[column])

    def label_column(self, labels: Collection[str]) -> int | None:
        """Return the number of the column whose cells mostly name classes of the model, if there is one."""
        rows = self.rows[:_LOOKED_AT]
        for column in range(len(self.columns)):
            known = sum(row[column].strip() in labels for row in rows)
            if known >= _KNOWN_SHARE * len(rows):
                return column
        return None


def read_asked(data: bytes, name: str, labels: Collection[str]) -> AskedTable:
    """Read a table (`.csv`, `.tsv`), or the lines of another text file.

    Args:
        data: The file.
        name: Its name.
        labels: Classes of the model, which name no column.

    Raises:
        InputError: The file is too large, no text, no table, or nothing is in it.
    """
    if len(data) > MOST_BYTES:
        raise InputError(
            "The file has more than {most} megabytes. Ask in parts.", most=MOST_BYTES // 1_000_000
        )
    text = decoded(data)
    rows = table_rows(text) if is_table(name) else [[line] for line in text.splitlines()]
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    heading = is_table(name) and len(rows) > 1 and _is_heading(rows[0], labels)
    most = get_settings().max_rows
    if len(rows) - heading > most:
        raise InputError(
            "The file has {count} rows; at most {most} are asked at once. Ask in parts.",
            count=len(rows) - heading,
            most=most,
        )
    if not rows:
        raise InputError("There is no text in this file. Write one a line, or a table.")
    width = max(map(len, rows))
    table = tuple(tuple(row) + ("",) * (width - len(row)) for row in rows)
    names = table[0] if heading else tuple(str(number) for number in range(1, width + 1))
    return AskedTable(columns=names, rows=table[1:] if heading else table)


def _is_heading(row: list[str], labels: Collection[str]) -> bool:
    names = [cell.strip() for cell in row]
    return all(0 < len(name) <= _LONGEST_NAME and name not in labels for name in names)
