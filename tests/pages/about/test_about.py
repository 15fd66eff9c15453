"""The page about the model: its card, kept measurements, and measuring another model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.evaluation.document import bundled_evaluation
from bertviz_core.settings import get_settings

OpenPage = Callable[..., AppTest]


def chart(app: AppTest) -> dict:
    (drawn,) = app.get("plotly_chart")
    return json.loads(drawn.proto.spec)


def traces(app: AppTest) -> list[dict]:
    return chart(app)["data"]


@pytest.mark.parametrize("lang", ["es", "en", "pt"])
@pytest.mark.parametrize("view", ["cloze", "next_sentence", "senses", "classes", "held_out"])
def test_what_is_kept_is_shown_at_once(open_page: OpenPage, lang: str, view: str) -> None:
    app = open_page("about", lang, view=view)
    assert len(app.get("plotly_chart")) == 1
    assert app.subheader and not app.warning
    assert not any(button.key == "about_measure" for button in app.button)


def test_bars_are_the_measured_shares(open_page: OpenPage) -> None:
    evaluation = bundled_evaluation("mini")
    assert evaluation is not None and evaluation.cloze is not None
    drawn = chart(open_page("about"))
    shares = [evaluation.cloze.share(1, code) for code in (None, "es", "en", "pt")]
    assert drawn["data"][0]["y"] == pytest.approx(shares)
    assert drawn["layout"]["xaxis"]["ticktext"] == ["All together", "Español", "English", "Português"]


def test_classes_are_one_group_for_all_languages_with_intervals(open_page: OpenPage) -> None:
    evaluation = bundled_evaluation("mini")
    assert evaluation is not None
    together = [score for score in evaluation.classes if score.language == "all"]
    app = open_page("about", view="classes")
    first, mean, guessing = traces(app)
    assert first["y"] == pytest.approx([score.cls for score in together])
    assert mean["y"] == pytest.approx([score.mean for score in together])
    lows = [y - below for y, below in zip(mean["y"], mean["error_y"]["arrayminus"], strict=True)]
    assert lows == pytest.approx([score.mean_range[0] for score in together])
    assert guessing["y"][0] == together[0].majority
    assert "film reviews 58%, spam messages 97%; guessing: 50%" in app.subheader[0].value
    assert len(app.dataframe[0].value) == len(evaluation.classes)


def test_the_card_is_beside_it(open_page: OpenPage) -> None:
    app = open_page("about")
    assert any("Known weaknesses" in element.proto.body for element in app.get("html"))


def test_failing_items_can_be_seen_or_all(open_page: OpenPage) -> None:
    evaluation = bundled_evaluation("mini")
    assert evaluation is not None and evaluation.cloze is not None
    app = open_page("about")
    failing = [item.sentence for item in evaluation.cloze.items if item.rank != 1]
    assert list(app.dataframe[0].value["Sentence"]) == failing
    app.toggle(key="cloze_failing").set_value(False).run()
    assert len(app.dataframe[0].value) == len(evaluation.cloze.items)


def test_the_other_measure_of_senses_is_kept_in_the_address(open_page: OpenPage) -> None:
    app = open_page("about", view="senses")
    accuracy = traces(app)[0]["y"]
    app.segmented_control(key="senses_score").set_value("silhouette").run()
    assert traces(app)[0]["y"] != accuracy
    assert app.query_params["score"] in ("silhouette", ["silhouette"])
    again = open_page("about", view="senses", score="silhouette")
    assert traces(again)[0]["y"] == traces(app)[0]["y"]


@pytest.fixture
def other_model(checkpoint: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> str:
    folder = str(checkpoint("electra"))
    monkeypatch.setenv("BERTSCOPE_ALLOWED_MODELS", json.dumps(["mini", folder]))
    get_settings.cache_clear()
    yield folder
    get_settings.cache_clear()


def test_another_model_is_measured_when_asked(open_page: OpenPage, other_model: str) -> None:
    app = open_page("about", model=other_model)
    assert not app.get("plotly_chart")
    app.button(key="about_measure").click().run()
    assert not app.exception
    assert len(traces(app)) == 3
    app.segmented_control(key="about_view_choice").set_value("next_sentence").run()
    assert any("no trained next-sentence head" in info.value for info in app.info)
    app.segmented_control(key="about_view_choice").set_value("senses").run()
    assert len(traces(app)) == 14
    app.segmented_control(key="about_view_choice").set_value("held_out").run()
    assert f"--model {other_model} --heldout" in app.code[0].value
    assert not app.exception
    another_visitor = open_page("about", model=other_model)
    assert another_visitor.get("plotly_chart")
