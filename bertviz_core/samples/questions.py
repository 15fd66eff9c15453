"""Questions about short texts whose answers stand in them, written for this project."""

from __future__ import annotations

from pathlib import Path

QUESTIONS = Path(__file__).with_name("questions.json")
"""In the form of SQuAD v1.1, with the `language` beside each `title`."""
