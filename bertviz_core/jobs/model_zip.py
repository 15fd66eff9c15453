"""The folder of a fine-tuned model as one file to take home."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from pathlib import Path

from bertviz_core.jobs.upload_files import is_model_file
from bertviz_core.locales import DEFAULT_LANGUAGE

CARD = "README.md"
LONGEST_NAME = 40


def model_zip(folder: Path, name: str, language: str = DEFAULT_LANGUAGE) -> io.BufferedReader:
    """Pack a model's folder into a temporary file, which is gone when it is closed.

    Weights do not get smaller by packing, so nothing is compressed. What a model is not made of stays out.

    Args:
        folder: As transformers opens it.
        name: Of the folder in the archive; see `plain_file_name`.
        language: In which `README.md` is to be, where the folder has a card in it.
    """
    file = tempfile.TemporaryFile()
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED, strict_timestamps=False) as archive:
            for path in sorted(folder.iterdir()):
                if _goes_along(path.name) and path.is_file() and not path.is_symlink():
                    card = card_file(folder, language) if path.name == CARD else None
                    archive.write(card or path, f"{name}/{path.name}")
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return io.BufferedReader(file.detach())


def card_file(folder: Path, language: str = DEFAULT_LANGUAGE) -> Path | None:
    """Return a model's card, in a language where it has one in it; None where there is no card."""
    cards = (folder / f"MODEL_CARD.{language}.md", folder / CARD)
    return next((card for card in cards if card.is_file() and not card.is_symlink()), None)


def _goes_along(name: str) -> bool:
    """Tell whether a file is packed; cards in other languages stay behind, one of them is `README.md`."""
    return is_model_file(name) and re.fullmatch(r"MODEL_CARD\.[a-z]+\.md", name) is None


def plain_file_name(name: str) -> str:
    """Return a name that any system can give to a folder."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return plain[:LONGEST_NAME].strip("-") or "model"
