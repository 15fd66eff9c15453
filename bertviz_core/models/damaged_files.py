"""What is told of a model whose files cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bertviz_core.errors import UnreadableModelError


@contextmanager
def damage_told(model: str) -> Iterator[None]:
    """Turn whatever libraries raise over the damaged files of a model into a sentence.

    Raises:
        UnreadableModelError: Something went wrong inside.
    """
    try:
        yield
    except Exception as error:  # the libraries raise whatever the damaged file provokes
        raise damaged(model) from error


def damaged(model: str) -> UnreadableModelError:
    """Return what to tell a person whose model cannot be read."""
    return UnreadableModelError(
        "The files of “{model}” are damaged or incomplete. Download or save the model again.", model=model
    )
