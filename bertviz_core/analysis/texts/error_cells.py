"""What table programs write into a cell that they could not calculate, or could not show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from bertviz_core.errors import N_
from bertviz_core.results import Note

_WORDS = (
    "NULL! DIV/0! VALUE! REF! NAME? NUM! N/A SPILL! CALC! FIELD! BLOCKED! CONNECT! UNKNOWN! BUSY! EXTERNAL! "
    "PYTHON! TIMEOUT! ERROR! GETTING_DATA N/D NULO! VALOR! NOMBRE? NOME? NÚM! DESBORDAMIENTO! DESPEJAR! "
    "CAMPO! DERRAME! BLOQUEADO! CONECTAR! DESCONOCIDO! DESCONHECIDO! OCUPADO! EXTERNO! OBTENIENDO_DATOS "
    "OBTENDO_DADOS"
)
_ERROR = re.compile(
    rf"#(?:{'|'.join(map(re.escape, _WORDS.split()))}|¡[^\W\d_][^\s!]*!|¿[^\W\d_][^\s?]*\?)"
    r"|#{3,}"  # a column too narrow for its numbers
    r"|Err:[0-9]{3}|(?:Loading|Cargando|Carregando)(?:\.\.\.|…)"
)
"""Excel and LibreOffice in English, Spanish and Portuguese, and Google Sheets."""

_SHOWN = 5


def is_error(cell: str) -> bool:
    """Tell whether a cell holds what a table program says where it has no value."""
    return cell[:1] in "#ELC" and _ERROR.fullmatch(cell.strip()) is not None


def empty_errors(rows: Iterable[list[str]]) -> tuple[Note, ...]:
    """Empty such cells where they stand, and say which there were."""
    errors: Counter[str] = Counter()
    for row in rows:
        for place, cell in enumerate(row):
            if is_error(cell.strip()):
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
