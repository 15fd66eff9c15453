"""A fault of the program: a sentence with a number for people, what happened for the log."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.program_log import note_fault


def as_sentence(fault: BaseException) -> BertScopeError:
    """Write a fault to the log under a number; return the sentence that names the number."""
    return BertScopeError(
        "The work broke off: a fault of the program, number {number} in its log. Try again.",
        number=note_fault(fault, "in a job"),
    )
