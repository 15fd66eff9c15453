"""The page Teach: tours begun, gone on with and ended, and one of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.components.tour_card import SELECTORS
from bertviz_core.tours import PLACES, READY, read_tour, ready_tour
from bertviz_core.tours.ready import PAGES
from bertviz_core.ui import tour_state
from bertviz_core.ui.page_files import page_names

OpenPage = Callable[..., AppTest]
ENTRY = str(Path(__file__).parents[3] / "pages" / "frame.py")
OWN_TOUR = """\
title: Mine
steps:
  - {title: a, view: "masked_words?text=<i>Un</i>+[MASK]"}
  - {title: b, view: words}
"""


def open_at(page: str, **parameters: str) -> AppTest:
    """Open a page by its address at once, as a reload does."""
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update({"lang": "en"} | parameters)
    app.switch_page(f"{page}.py").run()
    assert not app.exception
    return app


def cards(app: AppTest) -> list[dict[str, Any]]:
    """Return what cards were told in the last run."""
    elements = [one.proto for one in app.get("bidi_component")]
    return [json.loads(one.json) for one in elements if one.component_name == "tour_card"]


def card(app: AppTest) -> dict[str, Any]:
    """Return what the card was told."""
    (found,) = cards(app)
    return found


def test_places_and_pages_are_those_of_the_app() -> None:
    assert set(PLACES) == set(SELECTORS)
    assert set(PAGES) == page_names() - {"teach"}


def test_a_tour_begins_and_stays_in_the_address(open_page: OpenPage) -> None:
    app = open_page("teach", "es")
    assert not cards(app)
    app.button(key="start_prediction").click().run()
    assert not app.exception
    told = card(app)
    assert (told["tour"], told["step"], told["notes"]) == ("prediction", 1, None)
    assert told["steps"][0]["title"] == ready_tour("prediction").steps[0].title["es"]
    assert app.text_input(key="masked_text").value == "Madrid es la [MASK] de España"
    assert (app.query_params["tour"], app.query_params["tour_step"]) == ("prediction", "1")


def test_an_address_with_the_step_alone_opens_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tour_state, "page_of_address", lambda: "masked_words")
    app = open_at("masked_words", tour="prediction", tour_step="3")
    assert card(app)["step"] == 3
    assert app.text_input(key="masked_text").value == "He opened the [MASK] with a key"
    assert app.segmented_control(key="masked_words_view_choice").value == "directions"


def test_a_tour_that_is_not_there_is_told() -> None:
    app = open_at("attention", tour="<b>", tour_step="1")
    assert any("tour=" in note.value for note in (*app.caption, *app.info, *app.warning, *app.markdown))
    assert not cards(app)


def test_one_s_own_tour_is_written_and_walked() -> None:
    app = open_at("teach", view="own")
    app.session_state["tour_draft"] = read_tour(OWN_TOUR, pages=PAGES)
    app.run()
    app.text_area(key="own_step_text").set_value("**Mira** <b>esto</b>").run()
    app.text_input(key="own_step_title").set_value("Uno").run()
    app.button(key="own_step_to_arrow_downward").click().run()
    app.button(key="own_step_to_arrow_upward").click().run()
    app.button(key="play_own").click().run()
    assert not app.exception
    told = card(app)
    assert (told["tour"], told["title"], len(told["steps"])) == ("own", "Mine", 2)
    assert (told["steps"][0]["title"], told["steps"][0]["text"]) == ("Uno", "**Mira** <b>esto</b>")
    assert app.text_input(key="masked_text").value == "<i>Un</i> [MASK]"
    # Another visitor opens its link.
    again = open_at("teach", tour="own", tour_step="2", own_tour=app.query_params["own_tour"])
    assert (card(again)["title"], card(again)["step"]) == ("Mine", 2)
    assert not cards(open_at("teach", tour="own", own_tour="eJx_damaged"))


def test_every_tour_has_its_card(open_page: OpenPage) -> None:
    app = open_page("teach", "pt")
    keys = {button.key for button in app.button}
    assert {f"start_{name}" for name in READY} <= keys
