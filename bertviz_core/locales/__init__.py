"""Message catalogues: one .po file a language, the English sentence as key, read as they are.

What goes with a number stands in a translation in both forms, in English too: `{rows} {rows:row|rows}`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

LANGUAGES: dict[str, str] = {"es": "Español", "en": "English", "pt": "Português"}
"""Interface languages with their own names."""

DEFAULT_LANGUAGE = "en"


def catalogue_path(language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return Path(__file__).with_name(f"{language}.po")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Read the translations of one language, keyed by the English sentence."""
    with catalogue_path(language).open("rb") as file:
        messages = read_po(file, locale=language)
    return {str(m.id): str(m.string) for m in messages if m.id and m.string}


def translate(message: str, language: str) -> str:
    """Return the message in that language; the English one where no translation stands."""
    return catalogue(language).get(message, message)


def fill(text: str, fields: Mapping[str, object]) -> str:
    """Fill the `{fields}` of a translated message; of `{count:one|more}` the form that goes with the number.

    Raises:
        KeyError: A field has no value.
    """
    return _WITH_FORMS.vformat(text, (), fields) if "|" in text else text.format(**fields)


class _Forms(string.Formatter):
    """Chooses between two forms by what a field is written as: in our languages only 1 has the first."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, more = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if str(value) == "1" else more


_WITH_FORMS = _Forms()


def closest_language(locale: str | None) -> str:
    """Choose the interface language for a browser locale such as `pt-BR`."""
    code = (locale or "").replace("_", "-").split("-")[0].lower()
    return code if code in LANGUAGES else DEFAULT_LANGUAGE
