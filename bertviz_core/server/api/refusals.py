"""What goes wrong, as an answer: a status, and a sentence with its fields, for others to translate."""

from __future__ import annotations

from pydantic import ValidationError
from starlette.responses import JSONResponse, Response

from bertviz_core.errors import (
    BertScopeError,
    BusyError,
    InputError,
    MissingHeadError,
    ModelNotFoundError,
    MovedOnError,
    UnsafeModelError,
)
from bertviz_core.program_log import note_fault

RETRY_S = 5
"""After so many seconds it is worth to ask a busy server again."""

_STATUS: tuple[tuple[type[BertScopeError], int], ...] = (
    (InputError, 422),
    (MissingHeadError, 422),
    (UnsafeModelError, 403),
    (ModelNotFoundError, 404),
    (BusyError, 503),
    (MovedOnError, 503),
)
_MOST_FAULTS = 5


class Refused(BertScopeError):
    """The request itself is refused, whatever it asks."""

    def __init__(self, status: int, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.status = status
        self.headers: dict[str, str] = {}


def refusal(error: Exception, question: str) -> Response:
    """Return the answer to a question that failed; what nobody foresaw goes to the log under a number."""
    if isinstance(error, ValidationError):
        error = InputError("The request does not fit: {faults}.", faults=_faults(error))
    if isinstance(error, Refused):
        return _answer(error, error.status, error.headers)
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
    if status == 503 and isinstance(error, BertScopeError):
        return _answer(error, status, {"Retry-After": str(RETRY_S)})
    if status != 500 and isinstance(error, BertScopeError):
        return _answer(error, status)
    number = note_fault(error, f"at “{question}” of the API")
    template = "This failed. Whoever keeps this installation finds the reason in its log under {number}."
    return _answer(BertScopeError(template, number=number), 500)


def _answer(error: BertScopeError, status: int, headers: dict[str, str] | None = None) -> Response:
    fields = {
        name: value if isinstance(value, (str, int, float)) else str(value)
        for name, value in error.fields.items()
    }
    document = {"message": str(error), "template": error.template, "fields": fields}
    return JSONResponse({"error": document}, status_code=status, headers=headers)


def _faults(error: ValidationError) -> str:
    """Say where a body does not fit, and how; of what was sent nothing is said back."""
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    told = [
        f"{'.'.join(map(str, fault['loc'])) or 'body'}: {fault['msg']}"[:200]
        for fault in faults[:_MOST_FAULTS]
    ]
    return "; ".join(told)
