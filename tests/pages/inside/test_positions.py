"""Positions on the page, without a browser: what each picture says, keeps in the address and saves."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.inside.positions_files import positions_csv, swap_csv, swap_json
from bertviz_core.ui.inside.positions_swap import usual_words
from bertviz_core.ui.word_choices import word_choices

ENTRY = str(Path(__file__).parents[3] / "pages" / "frame.py")
TEXT = "Juan golpeó a Pedro"


@pytest.fixture
def open_view() -> Callable[..., AppTest]:
    """Open the view by an address, as a link does."""

    def open_it(**parameters: str) -> AppTest:
        app = AppTest.from_file(ENTRY, default_timeout=200)
        app.query_params.update({"lang": "en", "view": "positions", "text": TEXT} | parameters)
        app.switch_page("inside.py").run()
        assert not app.exception
        return app

    return open_it


def spec(app: AppTest, number: int) -> dict:
    return json.loads(app.get("plotly_chart")[number].proto.spec)


def test_it_opens_with_the_formula_beside_the_learned_vectors(
    open_view: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_view()
    assert f"{mini.info.max_tokens} learned vectors" in app.subheader[0].value
    assert len(app.get("plotly_chart")) == 2
    assert not {"show", "length", "width"} & set(app.query_params)


def test_a_link_brings_the_sizes_back(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_view(show="likeness", length="20", width="8")
    assert [slider.value for slider in app.slider] == [20, 8]
    likeness = mini.position_embeddings().likeness
    beside = sum(float(likeness[i, i + 1]) for i in range(19)) / 19
    assert f"**{beside:.2f}** in this model" in app.subheader[0].value
    assert (app.query_params["length"], app.query_params["width"]) == ("20", "8")


@pytest.mark.parametrize("asked", [{"length": "513"}, {"width": "7"}, {"length": "0"}, {"width": "x"}])
def test_sizes_that_are_not_offered_are_told(
    open_view: Callable[..., AppTest], asked: dict[str, str]
) -> None:
    app = open_view(**asked)
    assert app.slider[0].value == 64
    assert any("The address asks for" in caption.value for caption in app.caption)


def test_two_words_change_places(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_view(show="swap")
    surfaces = mini.encode(TEXT).surfaces
    juan, pedro = surfaces.index("Juan"), surfaces.index("Pedro")
    assert (app.query_params["first"], app.query_params["second"]) == (str(juan), str(pedro))
    answer = mini.swapped_words(TEXT, juan, pedro)
    (said,) = app.subheader
    assert "Without positions nothing changes" in said.value
    assert f"**{answer.with_positions[-1, answer.first]:.2f}** for “Juan”" in said.value
    assert any("Pedro golpeó a Juan" in caption.value for caption in app.caption)
    names = spec(app, 0)["layout"]["yaxis"]["ticktext"]
    assert names == ["[CLS]", "<b>Juan</b>", "golpeó", "a", "<b>Pedro</b>", "[SEP]"]


def test_a_link_brings_the_words_back(open_view: Callable[..., AppTest]) -> None:
    app = open_view(show="swap", first="2", second="4")
    assert "golpeó" in app.subheader[0].value
    assert (app.query_params["first"], app.query_params["second"]) == ("2", "4")


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"first": "1", "second": "1"}, "Choose two different words"),
        ({"text": "Juan"}, "at least two different words"),
        ({"text": "perro perro"}, "at least two different words"),
    ],
)
def test_one_word_alone_does_not_change_places(
    open_view: Callable[..., AppTest], parameters: dict[str, str], told: str
) -> None:
    app = open_view(show="swap", **parameters)
    assert told in app.info[0].value
    assert not app.get("plotly_chart")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Juan golpeó a Pedro", ("Juan", "Pedro")),
        ("El perro persigue al gato", ("perro", "gato")),
        ("a b, c", ("a", "c")),
        ("El perro persigue al otro perro", ("perro", "otro")),
    ],
)
def test_it_begins_with_two_telling_words(mini: BertEngine, text: str, expected: tuple[str, str]) -> None:
    words = [word for word in word_choices(mini.encode(text)) if not word.special]
    assert tuple(word.text for word in usual_words(words)) == expected


def test_the_files_hold_every_number(mini: BertEngine) -> None:
    answer = mini.swapped_words(TEXT, 1, 4)
    rows = list(csv.DictReader(io.StringIO(swap_csv(answer))))
    assert len(rows) == answer.with_positions.size
    last = [row for row in rows if row["layer"] == str(mini.info.layers)]
    assert [row["word"] for row in last] == ["[CLS]", "Juan", "golpeó", "a", "Pedro", "[SEP]"]
    assert [row["position_in_other_order"] for row in last] == ["0", "4", "2", "3", "1", "5"]
    assert [float(row["cosine"]) for row in last] == pytest.approx(answer.with_positions[-1], abs=1e-6)
    assert json.loads(swap_json(answer))["swapped"] == [1, 4]
    header, *lines = positions_csv(mini.position_embeddings()).splitlines()
    assert len(lines) == mini.info.max_tokens
    assert len(header.split(",")) == mini.info.hidden_size + 1
