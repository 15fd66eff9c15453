"""Whether whoever asked still waits: a question that nobody waits for any more is not computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from bertviz_core.errors import MovedOnError

StillWaits = Callable[[], bool]
"""Tells, quickly and from any thread, whether somebody waits for what is being asked."""

StandsAside = Callable[[], AbstractContextManager[None]]
"""Gives what to stand in while waiting for an answer that others compute."""


def _always() -> bool:
    return True


_asker: ContextVar[StillWaits] = ContextVar("asker", default=_always)
_aside: ContextVar[StandsAside] = ContextVar("aside", default=nullcontext)


@contextmanager
def asking(still_waits: StillWaits = _always, aside: StandsAside = nullcontext) -> Iterator[None]:
    """Let what this thread asks meanwhile be dropped, not yet begun, when `still_waits` says so.

    While it waits for a pass it stands in what `aside` returns.
    """
    tokens = _asker.set(still_waits), _aside.set(aside)
    try:
        yield
    finally:
        _asker.reset(tokens[0])
        _aside.reset(tokens[1])


def current_asker() -> StillWaits:
    """Return what tells whether somebody waits for what this thread asks; always, unless told otherwise."""
    return _asker.get()


def standing_aside() -> AbstractContextManager[None]:
    """Return what to stand in while this thread waits for an answer that others compute."""
    return _aside.get()()


def require_asker() -> None:
    """Refuse to begin what nobody waits for.

    Raises:
        MovedOnError: Whoever asked wants something else by now.
    """
    if not current_asker()():
        raise moved_on()


def moved_on() -> MovedOnError:
    """Return the error for a question that was dropped."""
    return MovedOnError("This question was not answered, because another one came after it.")
