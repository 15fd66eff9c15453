"""The cookie that names a browser: a random token, and nothing else about a person."""

from __future__ import annotations

import re

COOKIE = "bertscope_visitor"

_FORM = re.compile(r"[0-9a-f]{32}")


def is_token(value: object) -> bool:
    """Tell whether what a browser says is a token as it is made here; anything else is no name."""
    return isinstance(value, str) and _FORM.fullmatch(value) is not None
