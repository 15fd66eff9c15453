"""Codes that people read from a wall, and tokens that nobody reads."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "ABCDEFHJKLMNPRTUVWXY"
"""Without those that look like another one, or like a digit, from the last row: G I O Q S Z."""

LENGTH = 6


def new_code() -> str:
    """Return a code of six letters, one of 64 million."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(typed: str) -> str | None:
    """Return the code that somebody typed, in whatever case and with blanks; None of what can be none."""
    letters = "".join(typed[:40].split()).replace("-", "").upper()
    return letters if len(letters) == LENGTH and set(letters) <= set(LETTERS) else None


def new_token() -> str:
    """Return the permission to lead a class, or to become one who does."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """Return what is kept of a token: nobody makes it from that."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
