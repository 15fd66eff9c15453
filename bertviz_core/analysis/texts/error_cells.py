"""What table programs write into a cell that they could not calculate, or could not show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from bertviz_core.errors import N_
from bertviz_core.results import Note

_ERROR = re.compile(
    r"#[¡¿]?[^\W\d_a-z][^\W\d_a-z./_ ]*(?:/0)?[!?]"  # #REF! #¡DIV/0! #¿NOMBRE? #DIV/0!
    r"|#[^\W\d_a-z](?:/[^\W\d_a-z])+"  # #N/A #N/D
    r"|#[A-Z]+_(?:DATA|DATOS|DADOS)"  # #GETTING_DATA
    r"|#{3,}"  # wider than its column
    r"|(?:Err|Erro?r?):[1-9]\d\d"
    r"|(?:Loading|Cargando|Carregando)(?:\.\.\.|…)"
)
"""By their form, whatever the language of the program."""

_SHOWN = 5


def is_error(cell: str) -> bool:
    """Tell whether a cell holds what a table program says where it has no value."""
    cell = cell.strip()
    if cell[:1] == "#" and cell != cell.upper():
        return False
    return cell[:1] in ("#", "E", "L", "C") and _ERROR.fullmatch(cell) is not None


def empty_errors(rows: Iterable[list[str]]) -> tuple[Note, ...]:
    """Empty such cells where they stand, and say which there were."""
    errors: Counter[str] = Counter()
    for row in rows:
        for place, cell in enumerate(row):
            if is_error(cell):
                errors[cell.strip()] += 1
                row[place] = ""
    if not errors:
        return ()
    note = Note(
        kind="errors",
        template=N_("Cells that a table program could not calculate ({errors}), taken as empty: {count}."),
        fields={"errors": ", ".join(sorted(errors)[:_SHOWN]), "count": errors.total()},
        remedy=N_("Mend their formulas, and save the table again."),
    )
    return (note,)
