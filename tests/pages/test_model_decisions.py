"""What was decided about a model stands in the sidebar of every page that opened it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from changed_checkpoints import vocabulary_only
from streamlit.testing.v1 import AppTest


@pytest.mark.parametrize("page", ["about", "masked_words"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_sidebar_says_it(
    checkpoint: Callable[..., Path],
    tmp_path: Path,
    settings: Callable[..., None],
    open_page: Callable[..., AppTest],
    page: str,
    language: str,
) -> None:
    folder = str(vocabulary_only(checkpoint("bert"), tmp_path / "model"))
    settings(allowed_models=json.dumps([folder]), default_model=folder)
    app = open_page(page, lang=language)
    said = " ".join(caption.value for caption in app.sidebar.caption)
    assert ("as they are written" if language == "en" else "como están escritos") in said
    assert "do\\_lower\\_case" in said or "do_lower_case" in said


def test_of_the_bundled_model_there_is_nothing_to_say(open_page: Callable[..., AppTest]) -> None:
    app = open_page("about")
    assert not any("vocabulary" in caption.value for caption in app.sidebar.caption)
