"""Files that only folders of models made here have."""

from __future__ import annotations

import json
from pathlib import Path

OWN_FILE = "bert_scope.json"
"""Beside a model that was fine-tuned here: what it learned, and from which model."""

FEATURES_FILE = "features.safetensors"
"""A classifier on the features of a frozen model, in the place of weights."""

_MOST_LETTERS = 200


def features_base(folder: Path) -> str:
    """Return the id of the model on whose features the classifier in a folder stands; empty if not known."""
    try:
        facts = json.loads((folder / OWN_FILE).read_text(encoding="utf-8"))
        return str(facts["base"])[:_MOST_LETTERS]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
