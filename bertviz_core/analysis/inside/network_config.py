"""What a model's config says, line by line."""

from __future__ import annotations

import json

from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import ConfigLine

MOST_LINES, MOST_LETTERS = 60, 200


def config_lines(model: LoadedModel) -> tuple[ConfigLine, ...]:
    """Return the lines of a config with a value, bounded; where it came from is not among them."""
    lines = (
        (str(key), value)
        for key, value in model.config.to_dict().items()
        if value is not None and not str(key).startswith("_")
    )
    return tuple(
        ConfigLine(key=_cut(key), value=_cut(json.dumps(value, ensure_ascii=False, default=str)))
        for key, value in list(lines)[:MOST_LINES]
    )


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
