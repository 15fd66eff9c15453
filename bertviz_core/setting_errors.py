"""What is wrong with a setting, in a sentence that says what it must be."""

from __future__ import annotations

import os
import re

from pydantic.fields import FieldInfo

from bertviz_core.errors import SettingError

ADDRESSES = r"^\s*https?://[^\s,@?#]+(\s*,\s*https?://[^\s,@?#]+)*\s*$"
"""A pattern: addresses of engines, with commas between."""

_SHOWN = 80
"""Characters of a value that are told."""


def setting_error(variable: str, field: FieldInfo | None) -> SettingError:
    """Return what to tell of a variable that holds what it cannot hold.

    Args:
        variable: Its name in the environment.
        field: What it must be, where it is known.
    """
    value = next((value for key, value in os.environ.items() if key.upper() == variable), "")
    return SettingError(
        "{variable} is “{value}”, and must be {expected}. Change it, or leave it out to have the default.",
        variable=variable,
        value=value[:_SHOWN],
        expected=_expected(field) if field else "something else",
    )


def _expected(field: FieldInfo) -> str:
    kind = str(field.annotation)
    if "bool" in kind:
        return "true or false"
    if "tuple" in kind:
        return 'a list such as ["mini", "bert-base-cased"]'
    if "Literal" in kind:
        return " or ".join(re.findall(r"'(\w+)'", kind))
    if any(getattr(bound, "pattern", None) == ADDRESSES for bound in field.metadata):
        return "an address such as http://engine:8700, or several with commas between"
    if "HttpUrl" in kind:
        return "an address such as https://bert.example.org"
    if "int" not in kind and "float" not in kind:
        return "text"
    number = "a whole number" if "int" in kind else "a number"
    bounds = {
        name: getattr(bound, name)
        for bound in field.metadata
        for name in ("gt", "ge", "le")
        if hasattr(bound, name)
    }
    if "le" in bounds:
        return f"{number} from {bounds['ge']} to {bounds['le']}"
    return f"{number} above {bounds['gt']}" if "gt" in bounds else f"{number} that is not negative"
