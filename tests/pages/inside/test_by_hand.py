"""Self-attention by hand without a browser: what the stepper gets, keeps and says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.samples.by_hand import MATRICES
from bertviz_core.ui.downloads import SAVE_MENU
from bertviz_core.ui.inside.by_hand_files import head_csv, head_json, toy_csv, toy_json
from bertviz_core.ui.inside.by_hand_toy import read_toy, usual_toy

TEXT = "El perro persigue al otro perro"
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile:"


@pytest.fixture
def open_view(open_inside_view: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open the view by an address."""
    return lambda **parameters: open_inside_view("by_hand", **{"text": TEXT} | parameters)


def picture(app: AppTest) -> dict[str, Any]:
    (sent,) = [one.proto for one in app.get("bidi_component") if one.proto.component_name == "by_hand_view"]
    shown: dict[str, Any] = json.loads(sent.json)
    return shown


def test_it_opens_with_vectors_that_can_be_done_by_hand(open_view: Callable[..., AppTest]) -> None:
    shown = picture(open_view())
    assert shown["kind"] == "toy"
    assert shown["toy"] == shown["usual"] == usual_toy()


def test_the_sentence_shows_the_engines_numbers(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_view(of="sentence", layer="3", head="5")
    shown, steps = picture(app), mini.layer_steps(TEXT, layer=2)
    np.testing.assert_allclose(shown["arrays"]["leaving"], steps.leaving[:, :32], atol=1e-5)
    np.testing.assert_allclose(shown["arrays"]["weights"], steps.weights[4], atol=1e-5)
    assert shown["tokens"] == [f"{label} {i}" for i, label in enumerate(steps.encoding.labels)]
    assert shown["answer"].startswith("Layer 3, head 5: “")


def test_it_opens_with_a_head_that_links_distant_words_and_keeps_the_choice(
    open_view: Callable[..., AppTest],
) -> None:
    app = open_view(of="sentence")
    assert "perro 7” takes" in picture(app)["answer"]
    assert app.query_params["layer"]
    app.selectbox(key="by_hand_head_12_12").set_value(1).run()
    assert not app.exception
    assert app.query_params["head"] == "2"


@pytest.mark.parametrize("text", ["", "la " * 60])
def test_what_cannot_be_followed_gets_a_sentence(open_view: Callable[..., AppTest], text: str) -> None:
    app = open_view(of="sentence", text=text)
    assert len(app.warning) == 1
    assert app.text_input(key="inside_text").value == text


def test_a_token_is_text(open_view: Callable[..., AppTest]) -> None:
    app = open_view(of="sentence", text=HOSTILE)
    assert not app.exception
    assert any(token.startswith("<") for token in picture(app)["tokens"])


def toy_text(**changed: str) -> str:
    rows = {
        name: ".".join(str(number) for row in matrix for number in row) for name, matrix in MATRICES.items()
    }
    return "~".join(f"{name}_{numbers}" for name, numbers in (rows | changed).items())


def test_a_link_brings_changed_numbers(open_view: Callable[..., AppTest]) -> None:
    toy = picture(open_view(toy=toy_text(x="-1.0.1.0.0.2.0.2.1.1.1.99") + "~causal"))["toy"]
    assert toy["matrices"]["x"] == [[-1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 99]]
    assert toy["causal"]
    assert toy["matrices"]["wq"] == usual_toy()["matrices"]["wq"]


@pytest.mark.parametrize(
    "text", ["x", "x_1.2", "x_1.0.1.0.0.2.0.2.1.1.1.100", "y_1", "x_" + "1." * 9999, "x_a.b", "~"]
)
def test_numbers_that_are_none_are_told_and_replaced(open_view: Callable[..., AppTest], text: str) -> None:
    assert read_toy(text) is None
    assert picture(open_view(toy=text))["toy"] == usual_toy()


def test_everything_can_be_saved(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_view(of="sentence", layer="3", head="5")
    app.session_state[SAVE_MENU] = True
    app.run()
    assert len(app.get("download_button")) == 3
    steps = mini.layer_steps(TEXT, layer=2)
    document = json.loads(head_json(steps, 4))
    np.testing.assert_allclose(document["weights"], steps.weights[4], atol=1e-6)
    np.testing.assert_allclose(document["leaving"], steps.leaving, atol=1e-6)
    assert len(head_csv(steps, 4).splitlines()) == 1 + len(steps.encoding) ** 2


def test_small_vectors_can_be_saved_as_they_were_changed(open_view: Callable[..., AppTest]) -> None:
    app = open_view(toy=toy_text(x="1.0.1.0.0.2.0.2.1.1.1.9") + "~causal")
    app.session_state[SAVE_MENU] = True
    app.run()
    assert len(app.get("download_button")) == 2
    toy = picture(app)["toy"]
    document = json.loads(toy_json(toy))
    assert document["steps"]["x"][2] == [1, 1, 1, 9]
    assert document["steps"]["mask"][0][1:] == [None, None]
    assert document["steps"]["softmax"][0] == [1, 0, 0]
    lines = toy_csv(toy).splitlines()
    assert lines[1] == "x,x1,1.000000,0.000000,1.000000,0.000000"
    assert len(lines) == 1 + 3 * len(document["steps"])
