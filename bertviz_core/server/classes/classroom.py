"""A class as it is kept: the whole state, with a number that grows with every change."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from bertviz_core.server.classes.questions import ClassQuestion

LASTS_S = 4 * 3600.0
"""So long after the last sign of a lecturer a class ends by itself."""
AWAY_S = 60.0
"""So long after it the class is told that he is away."""
ENDED_S = 60.0
"""So long a class that has ended is known, for those who look again."""
INVITED_S = 600.0
"""So long an invitation can be used, once."""
MOST_HOSTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Classroom:
    """One class."""

    code: str
    seen: float
    """When a lecturer last showed himself, seconds of the clock (Unix time)."""
    version: int = 1
    address: str = ""
    """Where the lecturer is: the whole state of his view, as a link holds it."""
    moved: int = 0
    """Version in which he came there."""
    by: str = ""
    """Which lecturer it was: the beginning of the digest of his token."""
    question: ClassQuestion | None = None
    asked: int = 0
    """Questions so far."""
    hosts: tuple[str, ...] = ()
    """Digests of the tokens of lecturers."""
    invitations: tuple[tuple[str, float], ...] = ()
    """Digests of invitations, and until when."""
    ended: bool = False

    def changed(self, **changes: Any) -> Classroom:
        """Return it with changes, and one version later."""
        return replace(self, version=self.version + 1, **changes)

    def changed_only(self, **changes: Any) -> Classroom:
        """Return it with changes that nobody needs to be told."""
        return replace(self, **changes)

    def document(self, votes: dict[int, list[str]], now: float) -> dict[str, Any]:
        """Return what everybody in the class may know."""
        return {
            "version": self.version,
            "address": self.address,
            "moved": self.moved,
            "by": self.by,
            "away": now - self.seen > AWAY_S,
            "ended": self.ended,
            "question": None if self.question is None else self.question.document(votes),
        }

    def written(self) -> bytes:
        """Return it as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def read(cls, written: bytes) -> Classroom:
        """Return what `written` wrote."""
        kept = json.loads(written)
        if (question := kept["question"]) is not None:
            question["options"] = tuple(question["options"])
            question["model"] = tuple((label, value) for label, value in question["model"])
            kept["question"] = ClassQuestion(**question)
        kept["hosts"] = tuple(kept["hosts"])
        kept["invitations"] = tuple((digest, until) for digest, until in kept["invitations"])
        return cls(**kept)
