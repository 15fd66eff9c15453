"""A fault of the program: a sentence with a number for people, all of it for the log."""

from __future__ import annotations

import logging
import secrets

from bertviz_core.errors import BertScopeError


def as_sentence(fault: BaseException) -> BertScopeError:
    """Write a fault to the log under a number; return the sentence that names the number."""
    number = secrets.token_hex(4)
    logging.getLogger(__name__).error("Fault %s", number, exc_info=fault)
    return BertScopeError(
        "The work broke off: a fault of the program, number {number} in its log. Try again.", number=number
    )
