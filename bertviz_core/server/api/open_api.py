"""What the API answers to, for programs that read OpenAPI."""

from __future__ import annotations

from functools import cache
from typing import Any

from bertviz_core.installation import VERSION
from bertviz_core.server.api.questions import QUESTIONS, ApiQuestion

_REFUSALS = {
    "404": "No such model or question",
    "413": "The request is too large",
    "422": "The text, or something beside it, has to change",
    "429": "Too many questions in this minute; Retry-After says when to ask again",
    "503": "Busy; Retry-After says when to ask again",
}
_ERROR = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "message": {"type": "string", "description": "an English sentence for people"},
                "template": {"type": "string", "description": "the same with its fields open"},
                "fields": {"type": "object"},
            },
            "required": ["message", "template", "fields"],
        }
    },
    "required": ["error"],
}


@cache
def open_api() -> dict[str, Any]:
    """Return the description, in OpenAPI 3.1."""
    schemas: dict[str, Any] = {"Error": _ERROR}
    paths = {
        f"/{name}": {"post": _operation(name, question, schemas)} for name, question in QUESTIONS.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "BERT Scope", "version": VERSION},
        "servers": [{"url": "./"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _operation(name: str, question: ApiQuestion, schemas: dict[str, Any]) -> dict[str, Any]:
    schema = question.body.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= schema.pop("$defs", {})
    schemas[question.body.__name__] = schema
    sent = {
        "schema": {"$ref": f"#/components/schemas/{question.body.__name__}"},
        "example": dict(question.example),
    }
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    refusals = {status: {"description": meaning, "content": error} for status, meaning in _REFUSALS.items()}
    answered = {
        "description": "The document that the command line prints with --json",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
    return {
        "operationId": name.replace("-", "_"),
        "summary": question.summary,
        "requestBody": {"required": True, "content": {"application/json": sent}},
        "responses": {"200": answered} | refusals,
    }
