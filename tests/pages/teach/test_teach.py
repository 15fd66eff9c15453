"""The page Teach: tours begun, gone on with and ended, and one of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from page_reader import link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.components.tour_card import SELECTORS
from bertviz_core.tours import PLACES, READY, ready_tour
from bertviz_core.tours.ready import PAGES
from bertviz_core.ui.page_files import page_names

OpenPage = Callable[..., AppTest]


def card(app: AppTest) -> dict[str, Any]:
    """Return what the card was last told."""
    (found,) = [
        json.loads(one.proto.json)
        for one in app.get("bidi_component")
        if one.proto.component_name == "tour_card"
    ]
    return dict(found)


def test_places_and_pages_are_those_of_the_app() -> None:
    assert set(PLACES) == set(SELECTORS)
    assert set(PAGES) == page_names() - {"teach"}


def test_a_tour_begins_and_stays_in_the_address(open_page: OpenPage) -> None:
    app = open_page("teach", "es")
    assert not [one for one in app.get("bidi_component") if one.proto.component_name == "tour_card"]
    app.button(key="start_prediction").click().run()
    assert not app.exception
    told = card(app)
    assert (told["tour"], told["step"], told["notes"]) == ("prediction", 1, None)
    assert told["steps"][0]["title"] == ready_tour("prediction").steps[0].title["es"]
    assert app.text_input(key="masked_text").value == "Madrid es la [MASK] de España"
    assert (app.query_params["tour"], app.query_params["tour_step"]) == (["prediction"], ["1"])


def test_an_address_with_the_step_alone_opens_its_view(open_page: OpenPage) -> None:
    app = open_page("masked_words", tour="prediction", tour_step="3")
    assert card(app)["step"] == 3
    assert app.text_input(key="masked_text").value == "He opened the [MASK] with a key"
    assert app.segmented_control(key="masked_words_view_choice").value == "directions"


def test_a_tour_that_is_not_there_is_told(open_page: OpenPage) -> None:
    app = open_page("attention", tour="<b>", tour_step="1")
    assert any("tour=" in note.value for note in (*app.caption, *app.info, *app.warning, *app.markdown))
    assert not [one for one in app.get("bidi_component") if one.proto.component_name == "tour_card"]


def test_a_view_becomes_a_step_of_one_s_own_tour(open_page: OpenPage) -> None:
    app = open_page("masked_words", text="<i>Un</i> [MASK]")
    link_of(app)
    app.button(key="add_to_tour").click().run()
    assert not app.exception
    app.switch_page("teach.py").run()
    app.segmented_control(key="teach_view_choice").set_value("own").run()
    assert not app.exception
    app.text_area(key="own_step_text").set_value("**Mira** <b>esto</b>").run()
    app.text_input(key="own_step_title").set_value("Uno").run()
    app.button(key="play_own").click().run()
    assert not app.exception
    told = card(app)
    assert (told["tour"], told["title"]) == ("own", "My tour")
    assert (told["steps"][0]["title"], told["steps"][0]["text"]) == ("Uno", "**Mira** <b>esto</b>")
    assert app.text_input(key="masked_text").value == "<i>Un</i> [MASK]"
    again = AppTest.from_file(str(app._script_path), default_timeout=200)
    again.query_params.update({name: app.query_params[name] for name in ("tour", "tour_step", "own_tour")})
    again.query_params["lang"] = "en"
    again.switch_page("teach.py").run()
    assert not again.exception and card(again)["title"] == "My tour"


def test_every_tour_has_its_card(open_page: OpenPage) -> None:
    app = open_page("teach", "pt")
    keys = {button.key for button in app.button}
    assert {f"start_{name}" for name in READY} <= keys
