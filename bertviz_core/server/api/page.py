"""A page that lists the questions of the API, each with an example to try on a command line."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from bertviz_core.errors import N_
from bertviz_core.locales import LANGUAGES, closest_language, fill, translate
from bertviz_core.server.api.bodies import LARGEST_BODY
from bertviz_core.server.api.questions import QUESTIONS, ApiQuestion
from bertviz_core.settings import get_settings
from bertviz_core.written_numbers import number_style

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .35rem; font-size: 14px; }
h2 { margin: 2rem 0 0; font-size: 1.15rem; }
li { margin: .2rem 0; }
"""


def api_page(request: Request, on: bool) -> Response:
    """Return the page in the language of the browser, or in that of `?lang=`."""
    asked = request.query_params.get("lang", "")
    accepted = request.headers.get("accept-language", "").partition(",")[0]
    language = asked if asked in LANGUAGES else closest_language(accepted)

    numbers = number_style(language)

    def _(message: str, **fields: int) -> str:
        written = {name: numbers.number(value, 0) for name, value in fields.items()}
        return escape(fill(translate(message, language), written), quote=False)

    body = (
        _questions(request, _) if on else f"<p>{_(N_('The API is switched off on this installation.'))}</p>"
    )
    title = _(N_("The questions of BERT Scope for programs"))
    page = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>"
    )
    return HTMLResponse(page, headers={"vary": "Accept-Language", "cache-control": "no-cache"})


def _questions(request: Request, _: Callable[..., str]) -> str:
    intro = _(
        N_(
            "Send a question with POST, as JSON; back comes the document that the command line prints with "
            "--json. Up to {requests} questions a minute, each of at most {bytes} bytes."
        ),
        requests=get_settings().api_requests_a_minute,
        bytes=LARGEST_BODY,
    )
    errors = _(
        N_(
            "An error is a document too: a sentence (message), the same with its fields open (template), and "
            "the fields. After 429 and 503 the header Retry-After says in how many seconds to ask again."
        )
    )
    described = _(N_("All that can be sent, for programs (OpenAPI)"))
    address = str(request.url.replace(query="", fragment=""))
    parts = (_question(name, question, address, _) for name, question in QUESTIONS.items())
    return f'<p>{intro}</p><p>{errors}</p><p><a href="openapi.json">{described}</a></p>{"".join(parts)}'


def _question(name: str, question: ApiQuestion, address: str, _: Callable[..., str]) -> str:
    sent = json.dumps(question.example, ensure_ascii=False)
    command = (
        f"curl {shlex.quote(address + name)} \\\n  -H 'Content-Type: application/json' -d {shlex.quote(sent)}"
    )
    fields = "".join(
        f"<li><code>{escape(field)}</code>{_bounds(facts)}</li>"
        for field, facts in question.body.model_json_schema()["properties"].items()
    )
    return (
        f'<h2 id="{name}"><code>POST {name}</code></h2><p>{_(question.summary)}</p>'
        f'<ul lang="en">'
        f"{fields}</ul><pre>{escape(command)}</pre>"
    )


def _bounds(facts: Mapping[str, Any]) -> str:
    meaning = re.sub("`([^`]+)`", r"<code>\1</code>", escape(facts.get("description", "")))
    return f": {meaning}" if meaning else ""
