"""What a model says about itself: languages and licence from its model card, and the card's text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import metadata_load

_CARDS = ("MODEL_CARD.md", "README.md")
_MOST_CHARACTERS = 100_000
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Card:
    """The few facts of a model card that are shown."""

    languages: tuple[str, ...] = ()
    """ISO 639-1 codes."""
    licence: str | None = None


def read_card(folder: Path) -> Card:
    """Read the YAML head of `MODEL_CARD.md` or `README.md`; a card that cannot be read says nothing."""
    for name in _CARDS:
        facts = _front_matter(folder / name)
        if facts:
            return Card(_codes(facts.get("language")), _text(facts.get("license")))
    return Card()


def read_card_text(folder: Path, language: str = "") -> str:
    """Return the Markdown of a model card without its YAML head; empty where there is no card.

    It stands as whoever wrote it left it: it may hold HTML, and images and links of anywhere.

    Args:
        folder: Of the checkpoint.
        language: ISO 639-1 code; `MODEL_CARD.es.md` is read for `es` where there is one.
    """
    for name in (f"MODEL_CARD.{language}.md", *_CARDS):
        try:
            with (folder / name).open(encoding="utf-8", errors="replace") as file:
                text = file.read(_MOST_CHARACTERS)
        except OSError:
            continue
        return _FRONT_MATTER.sub("", text).strip()
    return ""


def _front_matter(file: Path) -> dict[str, object]:
    try:
        return metadata_load(file) or {}
    except Exception:  # people write these by hand; whatever is wrong in one, the model still opens
        return {}


def _codes(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(code for code in values if isinstance(code, str) and len(code) == 2)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
