"""The view of mean cosines by layer, without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from page_reader import chart_numbers, in_menu
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.results import RandomWords, WordGeometry

OpenPage = Callable[..., AppTest]
OWN = "\n".join(
    [
        "Saqué dinero del banco. | <b>money</b>",
        "El banco cobra intereses. | <b>money</b>",
        "Me siento en el banco. | seat*",
        "Un banco de madera. | seat*",
        "Un banco sin sentido.",
    ]
)


def lines(app: AppTest) -> dict[str, np.ndarray]:
    (drawn,) = app.get("plotly_chart")
    return {trace["name"]: chart_numbers(trace["y"]) for trace in json.loads(drawn.proto.spec)["data"]}


@pytest.fixture(scope="module")
def random(mini: BertEngine) -> RandomWords:
    return mini.random_words()


def geometry(engine: BertEngine, random: RandomWords, *, centred: bool = False) -> WordGeometry:
    found = engine.word_layers([line.partition(" | ")[0] for line in OWN.splitlines()], "banco")
    senses = tuple(line.partition(" | ")[2] for line in OWN.splitlines())
    return engine.word_geometry(found, senses=senses, centred=centred, random=random)


def test_lines_title_and_choice(open_page: OpenPage, mini: BertEngine, random: RandomWords) -> None:
    app = open_page("words", view="geometry", word="banco", sentences=OWN)
    raw, centred = (geometry(mini, random, centred=centred) for centred in (False, True))
    assert not app.warning
    drawn = lines(app)
    np.testing.assert_allclose(drawn["Two occurrences"], raw.self_similarity, atol=1e-6)
    np.testing.assert_allclose(drawn["Two in the same sense"], raw.same_sense, atol=1e-6)
    np.testing.assert_allclose(drawn["Two in different senses"], raw.different_senses, atol=1e-6)
    np.testing.assert_allclose(drawn["Two random words"], raw.anisotropy, atol=1e-6)
    (title,) = [heading.value for heading in app.subheader]
    assert f"cosine {raw.self_similarity[-1]:.2f}" in title
    assert f"{raw.anisotropy[-1]:.2f} between two random words" in title

    app.button_group(key="geometry_cosines").set_value("adjusted").run()
    assert not app.exception
    assert app.query_params["cosines"] == "adjusted"
    adjusted = lines(app)
    np.testing.assert_allclose(adjusted["Two occurrences"], raw.self_similarity - raw.anisotropy, atol=1e-6)
    assert not adjusted["Two random words"].any()
    assert f"by {(raw.self_similarity - raw.anisotropy)[-1]:.2f}" in app.subheader[0].value

    app.button_group(key="geometry_cosines").set_value("centred").run()
    shown = lines(app)
    np.testing.assert_allclose(shown["Two occurrences"], centred.self_similarity, atol=1e-6)
    assert np.abs(shown["Two random words"]).max() < 0.03


def test_the_address_brings_the_choice(open_page: OpenPage) -> None:
    app = open_page("words", view="geometry", cosines="centred")
    assert app.button_group(key="geometry_cosines").value == "centred"
    assert (
        open_page("words", view="geometry", cosines="<b>").button_group(key="geometry_cosines").value == "raw"
    )


def test_without_senses_there_is_a_hint_and_no_line_for_them(open_page: OpenPage) -> None:
    app = open_page("words", view="geometry", word="banco", sentences="Un banco.\nOtro banco.")
    assert list(lines(app)) == ["Two occurrences", "Random word and its sentence", "Two random words"]
    assert any("Give senses" in caption.value for caption in app.caption)


def test_a_single_occurrence_is_answered_by_a_sentence(open_page: OpenPage) -> None:
    app = open_page("words", view="geometry", word="banco", sentences="Un banco.")
    assert "stands only once" in app.warning[0].value
    assert in_menu(app.text_area, "words_lines").value == "Un banco."


def test_a_hostile_word_is_shown_as_typed(open_page: OpenPage) -> None:
    app = open_page("words", view="geometry", word="$x", sentences="A $x b.\nC $x d. | <i>")
    assert r"“\$x”" in app.subheader[0].value
