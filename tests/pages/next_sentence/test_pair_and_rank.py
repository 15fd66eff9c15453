"""The next sentence page without a browser: the pair, the candidates, and models without the head."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from page_reader import chart_numbers, link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.next_sentence import pair_reliability
from bertviz_core.ui.next_sentence.pair_examples import PAIR_EXAMPLES
from bertviz_core.written_numbers import ENGLISH_NUMBERS, number_style

OpenPage = Callable[..., AppTest]
FIRST, SECOND = "Mi vecino compró un perro.", "Ahora ladra toda la noche."
CANDIDATES = ("Ladra mucho.", "El mar es salado.", "Ladra mucho.", "<b>$5</b> y $6 *ya*")


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def type_pair(app: AppTest, first: str, second: str) -> AppTest:
    app.text_input(key="next_first").set_value(first)
    app.text_input(key="next_second").set_value(second).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_an_example_is_answered_when_the_page_opens(
    open_page: OpenPage, mini: BertEngine, language: str
) -> None:
    app = open_page("next_sentence", language)
    (chart,) = charts(app)
    answer = mini.next_sentence(*PAIR_EXAMPLES[language][0])
    np.testing.assert_allclose(chart_numbers(chart["data"][0]["x"]), [answer.is_next], atol=1e-6)
    assert number_style(language).probability(answer.is_next) in app.subheader[0].value


def test_a_pair_of_the_visitor_is_answered_in_words_and_swapped(
    open_page: OpenPage, mini: BertEngine
) -> None:
    app = type_pair(open_page("next_sentence"), FIRST, SECOND)
    answer, swapped = mini.next_sentence(FIRST, SECOND), mini.next_sentence(SECOND, FIRST)
    assert "says that B follows A" in app.subheader[0].value
    assert ENGLISH_NUMBERS.probability(answer.is_next) in app.subheader[0].value
    assert any(
        f"A after B: probability {ENGLISH_NUMBERS.probability(swapped.is_next)}" in note.value
        for note in app.caption
    )
    app.button(key="next_swap").click().run()
    assert app.text_input(key="next_first").value == SECOND
    assert app.text_input(key="next_second").value == FIRST
    assert ENGLISH_NUMBERS.probability(swapped.is_next) in app.subheader[0].value


def test_no_and_undecided_are_told_apart(open_page: OpenPage, mini: BertEngine) -> None:
    stray = ("He opened the umbrella.", "The bakery sells bread and cakes.")
    torn = ("My sister lost her keys", "The sea is blue")
    assert mini.next_sentence(*stray).is_next < 0.4 < mini.next_sentence(*torn).is_next < 0.6
    app = open_page("next_sentence")
    assert "does not follow" in type_pair(app, *stray).subheader[0].value
    assert "cannot decide" in type_pair(app, *torn).subheader[0].value


def test_an_example_fills_both_fields(open_page: OpenPage) -> None:
    app = open_page("next_sentence", "en")
    app.session_state["next_examples"] = True
    app.run()
    app.button(key="next_example_pt_1").click().run()
    assert not app.exception
    fields = (app.text_input(key="next_first").value, app.text_input(key="next_second").value)
    assert fields == PAIR_EXAMPLES["pt"][1]


@pytest.mark.parametrize("empty", ["next_first", "next_second"])
def test_an_empty_field_gets_a_hint_and_keeps_the_other(open_page: OpenPage, empty: str) -> None:
    app = type_pair(open_page("next_sentence"), FIRST, SECOND)
    app.text_input(key=empty).set_value("  ").run()
    assert not app.exception
    assert not charts(app)
    assert "Write both sentences" in app.info[0].value
    other = {"next_first": "next_second", "next_second": "next_first"}[empty]
    assert app.text_input(key=other).value in (FIRST, SECOND)


def test_a_pair_too_long_is_told_and_kept(open_page: OpenPage) -> None:
    long = "perro " * 300
    app = type_pair(open_page("next_sentence"), long, long)
    assert "512" in app.warning[0].value
    assert app.text_input(key="next_first").value == long


def test_text_is_shown_as_typed(open_page: OpenPage) -> None:
    app = type_pair(open_page("next_sentence"), "<b>$5</b> *x*", ":smile: </script>")
    assert charts(app)
    assert not any("<b>" in element.value for element in app.markdown)


def test_a_pair_travels_in_its_link_only(open_page: OpenPage) -> None:
    app = type_pair(open_page("next_sentence"), FIRST, SECOND)
    assert not {"first", "second"} & set(app.query_params)
    named = link_of(app)
    assert (named["first"], named["second"]) == (FIRST, SECOND)
    other = open_page("next_sentence", first=named["first"], second=named["second"])
    assert other.text_input(key="next_second").value == SECOND
    assert "first" not in other.query_params
    half = open_page("next_sentence", first=FIRST)
    assert half.text_input(key="next_second").value == ""


def test_a_pair_outlives_other_pages_and_views(open_page: OpenPage) -> None:
    app = type_pair(open_page("next_sentence"), FIRST, SECOND)
    app.switch_page("masked_words.py").run()
    app.switch_page("next_sentence.py").run()
    assert app.text_input(key="next_first").value == FIRST


def test_reliability_is_measured_when_asked_for_and_then_known(
    open_page: OpenPage, settings: Callable[..., None], checkpoint: Callable[..., Path], tiny: Any
) -> None:
    folder = str(checkpoint("bert"))
    settings(allowed_models=json.dumps([folder]))
    pair_reliability._known().clear()
    app = type_pair(open_page("next_sentence"), "the man", "the store")
    assert not any("confident" in note.value for note in app.caption)
    app.session_state["reliability"] = True
    app.run()
    assert not app.exception
    (known,) = pair_reliability._known().values()
    pairs = [(pair.first, pair.second) for pair in known.pairs]
    assert 0 < len(pairs) < 420  # the tiny model reads 64 tokens: longer pairs are left out
    alone = [tiny("bert").next_sentence(*pair).is_next for pair in pairs]
    np.testing.assert_allclose(known.is_next, alone, atol=1e-5)
    curve = charts(app)[-1]
    assert len(chart_numbers(curve["data"][1]["x"])) == (known.whole.counts > 0).sum()
    assert any(f"on {len(pairs)} pairs" in text.value for text in app.markdown)
    app.session_state["reliability"] = False
    app.run()
    assert any(f"on {len(pairs)} pairs" in note.value for note in app.caption)


def open_rank(open_page: OpenPage, *candidates: str, **parameters: str) -> AppTest:
    lines = {"first": FIRST, "candidates": "\n".join(candidates)} if candidates else {}
    return open_page("next_sentence", view="rank", **lines | parameters)


def ranked_names(app: AppTest) -> list[str]:
    (chart,) = charts(app)
    return [name.split(". ", 1)[1] for name in chart["data"][1]["text"]]


def test_candidates_are_ranked_with_equal_ones_apart(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_rank(open_page, *CANDIDATES)
    answers = {sentence: mini.next_sentence(FIRST, sentence).is_next for sentence in CANDIDATES}
    expected = sorted(CANDIDATES, key=lambda sentence: -answers[sentence])
    assert ranked_names(app) == [text.replace("<", "&lt;").replace(">", "&gt;") for text in expected]
    (chart,) = charts(app)
    np.testing.assert_allclose(
        chart_numbers(chart["data"][0]["x"]), [answers[s] for s in expected], atol=1e-5
    )


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_the_ranking_opens_with_an_example(open_page: OpenPage, language: str) -> None:
    assert len(ranked_names(open_page("next_sentence", language, view="rank"))) == 5


def test_lines_without_text_and_too_long_ones_are_left_out_and_said(open_page: OpenPage) -> None:
    app = open_rank(open_page, "Ladra.", "", "perro " * 600, "Duerme.")
    assert sorted(ranked_names(app)) == ["Duerme.", "Ladra."]
    assert any("Lines without text, left out: 1" in note.value for note in app.caption)
    assert any("too long" in note.value and note.value.endswith(": 1.") for note in app.warning)


@pytest.mark.parametrize("empty", ["rank_first", "rank_lines"])
def test_without_a_sentence_or_candidates_there_is_a_hint(open_page: OpenPage, empty: str) -> None:
    app = open_rank(open_page, *CANDIDATES)
    widget = app.text_input(key=empty) if empty == "rank_first" else app.text_area(key=empty)
    widget.set_value(" \n ").run()
    assert not app.exception
    assert not charts(app)
    assert "at least one candidate" in app.info[0].value


def test_candidates_travel_in_the_link_while_they_fit(open_page: OpenPage) -> None:
    app = open_rank(open_page, *CANDIDATES)
    assert not {"first", "candidates"} & set(app.query_params)
    named = link_of(app)
    assert (named["view"], named["first"]) == ("rank", FIRST)
    assert named["candidates"].split("\n") == list(CANDIDATES)
    app.text_area(key="rank_lines").set_value("\n".join(["Una frase bastante larga."] * 100)).run()
    assert "candidates" not in link_of(app)
    assert any("too long for a link" in note.value for note in app.caption)


def test_a_file_fills_the_candidates(open_page: OpenPage) -> None:
    app = open_rank(open_page, *CANDIDATES)
    app.session_state["rank_file_menu"] = True
    app.run()
    excel = "El niño ladró.;1\r\nNA;2\r\n;3\r\nSí, señor.;4\r\n".encode("cp1252")
    app.file_uploader(key="rank_file").set_value(("frases.csv", excel, "text/csv")).run()
    assert not app.exception
    assert app.text_area(key="rank_lines").value == "El niño ladró.\nNA\nSí, señor."
    assert sorted(ranked_names(app)) == ["El niño ladró.", "NA", "Sí, señor."]
    assert any("left out: 1" in note.value for note in app.caption)


def test_a_file_that_is_no_text_is_told_and_nothing_is_lost(open_page: OpenPage) -> None:
    app = open_rank(open_page, *CANDIDATES)
    app.session_state["rank_file_menu"] = True
    app.run()
    app.file_uploader(key="rank_file").set_value(("a.csv", b"\x89PNG\0\0\1", "text/csv")).run()
    assert not app.exception
    assert "not text" in app.warning[0].value
    assert app.text_area(key="rank_lines").value == "\n".join(CANDIDATES)


def test_a_file_without_sentences_leaves_what_was_typed(open_page: OpenPage) -> None:
    app = open_rank(open_page, *CANDIDATES)
    app.session_state["rank_file_menu"] = True
    app.run()
    app.file_uploader(key="rank_file").set_value(("empty.txt", b" \n", "text/plain")).run()
    assert not app.exception
    assert "no sentence" in app.warning[0].value
    assert app.text_area(key="rank_lines").value == "\n".join(CANDIDATES)


FAMILY_REASONS = {
    "roberta": "Liu et al",
    "distilbert": "Sanh et al",
    "electra": "Clark et al",
    "albert": "Lan et al",
    "xlm-roberta": "Conneau et al",
    "bert": "does not hold the weights",
}


@pytest.mark.parametrize("family", FAMILY_REASONS)
@pytest.mark.parametrize("mini_first", [True, False])
def test_a_model_without_the_head_says_why_and_offers_mini(
    open_page: OpenPage,
    settings: Callable[..., None],
    checkpoint: Callable[..., Path],
    family: str,
    mini_first: bool,
) -> None:
    save_as = "BertForMaskedLM" if family == "bert" else None
    folder = str(checkpoint(family, save_as))
    offered = ["mini", folder] if mini_first else [folder, "mini"]
    settings(allowed_models=json.dumps(offered), default_model=folder)
    app = open_page("next_sentence", view="rank")
    assert app.selectbox(key="model").value == folder
    assert not charts(app)
    assert any(FAMILY_REASONS[family] in text.value for text in app.markdown)
    app.button(key="use_mini").click().run()
    assert not app.exception
    assert app.selectbox(key="model").value == "mini"
    assert charts(app)
    assert app.query_params["model"] == "mini"
    assert not any("default value" in warning.value for warning in app.warning)


def test_mini_is_not_offered_where_it_is_not_allowed(
    open_page: OpenPage, settings: Callable[..., None], checkpoint: Callable[..., Path]
) -> None:
    settings(allowed_models=json.dumps([str(checkpoint("roberta"))]))
    app = open_page("next_sentence")
    assert any("Liu et al" in text.value for text in app.markdown)
    assert not any(button.key == "use_mini" for button in app.button)
