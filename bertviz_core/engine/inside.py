"""Questions about how a layer works: what goes in, what each step makes of it, what comes out."""

from __future__ import annotations

from bertviz_core.engine.base import BaseEngine


class InsideQuestions(BaseEngine):
    """Every number on the way from a sentence to its vectors."""
