"""What is wrong with the settings of an installation ends its start, instead of showing on every page."""

from __future__ import annotations

import sys
from collections.abc import Callable

from bertviz_core.errors import SettingError
from bertviz_core.settings import get_settings

BAD_SETTING = 2
"""Exit status of the process."""


def require_settings(*checks: Callable[[], object]) -> None:
    """End the process, with a sentence on standard error, where a variable holds what it cannot hold.

    Args:
        *checks: Raise a `SettingError` for what a value needs and is not there.
    """
    try:
        get_settings()
        for check in checks:
            check()
    except SettingError as error:
        print(error, file=sys.stderr, flush=True)
        raise SystemExit(BAD_SETTING) from error
