"""Faults of the program outside of pages: in the log under a number, which whoever asked is told."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bertviz_core.program_log import keep_no_texts, note_fault, write_as
from bertviz_core.settings import get_settings

_log = logging.getLogger(__name__)


def begin_log() -> None:
    """Write logs of this process without texts of visitors, as the installation wants them."""
    keep_no_texts(get_settings().log)


def settle_log() -> None:
    """Give the logs that the server has made for itself meanwhile their form; on its event loop."""
    write_as(get_settings().log)
    asyncio.get_running_loop().set_exception_handler(note_fault_of_loop)


def not_ready(error: Exception) -> None:
    """Log why the server did not get ready; visitors load what they need."""
    note_fault(error, "the server gets ready")


async def answer_fault(_: Request, error: Exception) -> Response:
    """Answer a request whose handling failed; what was asked for enters no log."""
    number = note_fault(error, "at an address")
    return PlainTextResponse(
        f"This failed. Whoever keeps this installation finds the reason in its log under {number}.",
        status_code=500,
    )


def note_fault_of_loop(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what the event loop tells of, without what its tasks hold."""
    error = context.get("exception")
    if isinstance(error, Exception):
        note_fault(error, "in the event loop")
    elif error is None:
        _log.warning("The event loop: %s", str(context.get("message", "")).partition("\n")[0])
