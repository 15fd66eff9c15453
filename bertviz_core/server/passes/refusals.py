"""What goes wrong, for the process that asked: the class of the error, its sentence and fields."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from bertviz_core.errors import UnreadableModelError
from bertviz_core.server.api.refusals import refusal


def told(error: Exception, question: str) -> Response:
    """Return the answer to a question that failed; what nobody foresaw goes to the log under a number."""
    if isinstance(error, UnreadableModelError):
        fields = {name: str(value) for name, value in error.fields.items()}
        document = {"message": str(error), "template": error.template, "fields": fields}
        return _named(document, error, 422)
    answer = refusal(error, question)
    return _named(json.loads(bytes(answer.body))["error"], error, answer.status_code)


def _named(document: Mapping[str, object], error: Exception, status: int) -> Response:
    return JSONResponse({"error": {**document, "kind": type(error).__name__}}, status_code=status)
