"""The first views of the page without a browser: what they say, keep in the address, and refuse."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.results import WordWindow
from bertviz_core.ui.history.train_ask import read_sum, sum_text
from bertviz_core.ui.history.train_window import examples_at

HOSTILE = "<img src=x onerror=alert(1)>"


def title(app: AppTest) -> str:
    return app.subheader[0].value


def spec(app: AppTest, number: int) -> dict:
    return json.loads(app.get("plotly_chart")[number].proto.spec)


def test_a_sum_of_words_is_asked_by_the_address(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="vectors", **{"from": "aunt", "minus": "woman", "plus": "man"})
    assert title(app).startswith("aunt − woman + man → **")
    assert "from" not in app.query_params  # what was typed leaves the address
    assert len(spec(app, 1)["data"][0]["x"]) == 10


@pytest.mark.parametrize("word", ["kingg", HOSTILE, "  "])
def test_unknown_words_are_told(open_page: Callable[..., AppTest], word: str) -> None:
    app = open_page("history", view="vectors", **{"from": word})
    assert len(app.warning) == 1
    assert "<img" not in app.warning[0].value.replace("\\<", "")


@pytest.mark.parametrize(("show", "vectors"), [("near", "es"), ("lean", "pt"), ("quality", "en")])
def test_other_ways_to_ask_are_named_in_the_address(
    open_page: Callable[..., AppTest], show: str, vectors: str
) -> None:
    app = open_page("history", lang="es", view="vectors", show=show, vectors=vectors)
    assert app.query_params["show"] == [show] or app.query_params["show"] == show
    assert title(app) and not app.warning


def test_the_window_moves_by_its_buttons(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", show="window", architecture="cbow", window="2")
    before = title(app)
    app.button("train_right").click().run()
    assert title(app) != before and str(app.query_params["step"]).strip("[]'") == "4"


def test_one_hot_says_how_long_the_rows_are(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", sentence="3")
    assert title(app) == "132 different words: each is a row of 131 zeros and a single 1"


def test_a_text_of_ones_own_comes_by_a_link_and_has_to_be_long_enough(
    open_page: Callable[..., AppTest],
) -> None:
    app = open_page("history", show="learn", text="one two three")
    assert "Too little" in app.warning[0].value
    app = open_page("history", text=f"{HOSTILE} and more words here. " * 8)
    assert not app.warning and "img" in spec(app, 0)["layout"]["yaxis"]["ticktext"][0]


def test_occurrences_stand_beside_the_static_word(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="occurrences", set="en-stick", layer="6")
    assert title(app).startswith("“stick”: one static vector, 8 in the model")
    assert len(app.get("plotly_chart")) == 3


def test_own_sentences_come_by_a_link(open_page: Callable[..., AppTest]) -> None:
    lines = "El gato duerme | animal\nUn gato negro | animal\nCambió la rueda con el gato | herramienta"
    app = open_page("history", lang="es", view="occurrences", word="gato", sentences=lines)
    assert "gato" in title(app) and "3" in title(app)
    app = open_page("history", view="occurrences", word="gato", sentences="gato\n" * 13)
    assert "At most 12" in app.warning[0].value
    app = open_page("history", view="occurrences", word="gato", sentences="gato " * 700)
    assert "3500 characters" in app.warning[0].value.replace(",", "")


def test_a_text_that_was_lost_is_told_and_not_learned_in_its_place(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", show="learn", own="1", trained="1")
    assert "not kept" in app.toast[0].value and not app.info[0].value.startswith("In the queue")
    assert "trained" not in app.query_params and "own" not in app.query_params


def test_a_long_sentence_is_shown_around_the_window(open_page: Callable[..., AppTest]) -> None:
    words = " ".join(f"w{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(300))
    app = open_page("history", show="window", step="150", text=words)
    assert app.get("html")[-1].proto.body.count("<span") < 60


def test_sums_are_read_as_people_write_them() -> None:
    assert read_sum("Rey - hombre + mujer") == (["rey", "mujer"], ["hombre"])
    assert sum_text(*read_sum("rey−hombre+mujer")) == "rey − hombre + mujer"


def test_examples_of_a_step() -> None:
    window = WordWindow(sentence=0, target=1, context=(0, 2))
    words = ["a", "b", "c"]
    assert examples_at(words, window, "cbow") == [("a + c", "b")]
    assert examples_at(words, window, "skip_gram") == [("b", "a"), ("b", "c")]


def test_a_link_to_what_was_learned_lets_it_be_learned(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", show="learn", epochs="50", trained="1", ask="dog")
    rounds = 0
    while not title(app).startswith("dog → ") and (rounds := rounds + 1) < 600:
        app.run()
    assert title(app).startswith("dog → **")
    assert "trained" in app.query_params
    app.text_input("train_asked").set_value("unicorn").run()
    assert "unicorn" in app.warning[0].value
