"""Message catalogues: one .po file a language, the English sentence as key, read as they are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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


def closest_language(locale: str | None) -> str:
    """Choose the interface language for a browser locale such as `pt-BR`."""
    code = (locale or "").replace("_", "-").split("-")[0].lower()
    return code if code in LANGUAGES else DEFAULT_LANGUAGE
