"""The menu of files offers the lesson of what is asked, where browsers may have the model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.ui.downloads import SAVE_MENU

ENTRY = str(Path(__file__).parents[2] / "pages" / "frame.py")


def offers(page: str, **parameters: str) -> list[dict[str, Any]]:
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update({"lang": "es"} | parameters)
    app.session_state[SAVE_MENU] = True
    app.switch_page(page).run()
    assert not app.exception
    elements = app.get("bidi_component")
    return [json.loads(one.proto.json) for one in elements if one.proto.component_name == "lesson_offer"]


@pytest.mark.parametrize(
    ("page", "parameters", "view", "texts"),
    [
        ("attention", {"text": "El perro", "pair": "ladra"}, "attention", ["El perro", "ladra"]),
        ("masked_words", {"text": "El ___ ladra"}, "masked_words", ["El [MASK] ladra"]),
        ("next_sentence", {"first": "Uno.", "second": "Dos."}, "next_sentence", ["Uno.", "Dos."]),
    ],
)
def test_views_that_answer_while_one_types_offer_theirs(
    page: str, parameters: dict[str, str], view: str, texts: list[str]
) -> None:
    (offer,) = offers(f"{page}.py", **parameters)
    assert offer["asked"] == {"view": view, "language": "es"}
    assert offer["texts"] == texts
    assert offer["typed"] == list(parameters.values())
    assert "91" in offer["label"]


def test_nothing_is_offered_where_the_model_stays(settings: Callable[..., None]) -> None:
    settings(browser_model="off")
    assert offers("attention.py", text="El perro") == []
