"""BERT Scope's engine: see inside BERT models, from a page, a notebook or the command line.

    from bertviz_core import load_engine

    engine = load_engine("mini")
    engine.fill_mask("Madrid es la [MASK] de España").masks[0].predictions[0].token

`load_engine` and `BertEngine` bring torch and transformers with them, which takes two seconds; they
are imported when first used, so that a first page or `--help` need not wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.errors import BertScopeError
from bertviz_core.models.catalogue import list_models

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine, load_engine

__all__ = ["BertEngine", "BertScopeError", "list_models", "load_engine"]


def __getattr__(name: str) -> object:
    """Import the engine at its first use (PEP 562)."""
    if name in ("BertEngine", "load_engine"):
        from bertviz_core import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
