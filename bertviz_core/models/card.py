"""What a model says about itself: languages and licence from its model card."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from huggingface_hub import metadata_load


@dataclass(frozen=True, slots=True)
class Card:
    """The few facts of a model card that are shown."""

    languages: tuple[str, ...] = ()
    """ISO 639-1 codes."""
    licence: str | None = None


def read_card(folder: Path) -> Card:
    """Read the YAML head of `MODEL_CARD.md` or `README.md`; a card that cannot be read says nothing."""
    for file in (folder / "MODEL_CARD.md", folder / "README.md"):
        facts = _front_matter(file)
        if facts:
            return Card(_codes(facts.get("language")), _text(facts.get("license")))
    return Card()


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
