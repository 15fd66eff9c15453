"""The masked words page without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.locales import LANGUAGES
from bertviz_core.written_numbers import ENGLISH_NUMBERS

OpenPage = Callable[..., AppTest]
REPEATED = "El niño vio al niño y el niño rió"
EMOJI = r":smile:(?!small\[\])"  # what is parted by an empty element is text


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def bar_names(chart: dict[str, Any]) -> list[str]:
    return list(chart["layout"]["yaxis"]["ticktext"])


def notes(app: AppTest) -> list[str]:
    return [element.value for element in app.markdown if "Hidden word" in element.value]


def chosen(app: AppTest) -> list[int]:
    return sorted(app.button_group(key="hidden_chips").value)


def type_text(app: AppTest, text: str) -> AppTest:
    app.text_input(key="masked_text").set_value(text).run()
    assert not app.exception
    return app


def hide(app: AppTest, *numbers: int) -> AppTest:
    app.button_group(key="hidden_chips").set_value(list(numbers)).run()
    assert not app.exception
    return app


def test_an_example_is_answered_when_the_page_opens(open_page: OpenPage, mini: BertEngine) -> None:
    (chart,) = charts(open_page("masked_words", "es"))
    expected = mini.fill_mask("Madrid es la [MASK] de España").masks[0].predictions
    assert bar_names(chart) == [p.token for p in expected]


@pytest.mark.parametrize("blank", ["[MASK]", "[mask]", "[Mask]", "<mask>", "___"])
def test_every_way_to_write_a_blank_is_understood(open_page: OpenPage, blank: str, mini: BertEngine) -> None:
    (chart,) = charts(type_text(open_page("masked_words"), f"Me gusta mucho el {blank} de chocolate"))
    expected = mini.fill_mask("Me gusta mucho el [MASK] de chocolate").masks[0].predictions
    assert bar_names(chart) == [p.token for p in expected]


def test_a_clicked_word_is_hidden_and_its_rank_told(open_page: OpenPage, mini: BertEngine) -> None:
    app = hide(type_text(open_page("masked_words"), "La capital de Francia es París"), 1)
    (chart,) = charts(app)
    result = mini.fill_mask("La [MASK] de Francia es París", candidates=["capital"]).masks[0]
    assert bar_names(chart) == [p.token for p in result.predictions]
    (note,) = notes(app)
    assert f"rank {result.candidates[0].rank} of" in note
    assert ENGLISH_NUMBERS.probability(result.candidates[0].probability) in note


def test_one_chart_a_blank_in_reading_order(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), "el gato ___ en la casa [mask]"), 0)
    assert len(charts(app)) == 3


def test_a_new_sentence_starts_with_nothing_hidden(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), "uno dos tres"), 1)
    type_text(app, "cuatro cinco [MASK]")
    assert len(charts(app)) == 1


def test_a_sentence_without_blank_gets_a_hint_and_keeps_its_words(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "una frase entera")
    assert "no blank" in app.info[0].value
    assert "Click a word" in app.info[0].value
    assert charts(app) == []
    assert len(charts(hide(app, 2))) == 1


def test_a_blank_text_gets_a_hint(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "  ")
    assert "no text yet" in app.warning[0].value
    assert charts(app) == []
    assert [group.key for group in app.button_group] == ["masked_words_view_choice"]


def test_a_blank_beyond_the_limit_is_answered_with_what_is_around_it(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "palabra " * 600 + "[MASK]")
    assert any("longer than the 512 tokens" in caption.value for caption in app.caption)
    assert not app.warning
    assert len(charts(app)) == 1


def test_the_number_of_words_is_the_visitors(open_page: OpenPage) -> None:
    app = open_page("masked_words")
    app.button_group(key="top_k").set_value(20).run()
    assert len(bar_names(charts(app)[0])) == 20


def test_hostile_text_is_escaped_on_the_pills(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "$5 :smile: <b>x</b> *y* [MASK]")
    pills = app.button_group(key="hidden_chips")
    labels = [option.content.strip() for option in pills.proto.options]
    assert "\\$" in labels
    assert "\\<" in labels
    assert not any(label in {"$", "*", "<", ":"} for label in labels)


def test_equal_words_have_chips_of_their_own(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), REPEATED)
    labels = [option.content for option in app.button_group(key="hidden_chips").proto.options]
    assert len(set(labels)) == len(labels) == 9
    assert [label.strip() for label in labels] == REPEATED.split()


@pytest.mark.parametrize("text", ["😀 😀 [MASK] 😀", "\U0001f1f5\U0001f1f9 ___"])
def test_emoji_words_keep_their_chips(open_page: OpenPage, text: str) -> None:
    app = type_text(open_page("masked_words"), text)
    options = app.button_group(key="hidden_chips").proto.options
    assert all(option.content.strip() and not option.content_icon for option in options)
    assert len({option.content for option in options}) == len(options)


def test_hidden_words_outlive_a_visit_to_another_page(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), REPEATED), 4)
    app.switch_page("attention.py").run()
    app.switch_page("masked_words.py").run()
    assert chosen(app) == [4]
    assert len(charts(app)) == 1


def test_an_edited_sentence_keeps_its_hidden_words(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), REPEATED), 1, 4)
    assert chosen(type_text(app, f"Ayer {REPEATED}")) == [2, 5]
    assert len(charts(app)) == 2
    assert chosen(hide(app, 2)) == [2]


def test_a_link_restores_hidden_words_and_their_number(open_page: OpenPage) -> None:
    app = open_page("masked_words", text=REPEATED, hidden="1.7", top_k="5")
    assert chosen(app) == [1, 7]
    assert [len(bar_names(chart)) for chart in charts(app)] == [5, 5]
    assert not {"text", "hidden"} & set(app.query_params)


@pytest.mark.parametrize(
    "hidden", ["", "-1", "99999999999999999999", "9", "x", "٣", "1e0", "<b>", "1,4", "2"]
)
@pytest.mark.parametrize("top_k", ["", "0", "-5", "7", "x", "99999999999999999999"])
def test_nonsense_in_a_link_is_ignored(open_page: OpenPage, hidden: str, top_k: str) -> None:
    app = open_page("masked_words", text="el niño [MASK] al perro", hidden=hidden, top_k=top_k)
    assert chosen(app) == []
    assert [len(bar_names(chart)) for chart in charts(app)] == [10]


def test_the_link_carries_what_is_hidden(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), REPEATED), 4)
    app.button_group(key="top_k").set_value(20).run()
    app.session_state["link"] = True
    app.run()
    address = parse_qs(urlsplit(app.code[0].value).query)
    assert address["text"] == [REPEATED]
    assert address["hidden"] == ["4"]
    assert address["top_k"] == ["20"]


def test_typed_blanks_stand_among_the_words_and_cannot_be_chosen(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "el ___ vio al niño")
    assert "MASK" in app.button_group(key="hidden_chips").proto.options[1].content
    assert chosen(hide(app, 1, 4)) == [4]
    assert len(charts(app)) == 2


def test_a_text_of_blanks_only_has_no_chips(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "___ [MASK]")
    assert len(charts(app)) == 2
    assert not any(group.key == "hidden_chips" for group in app.button_group)


def test_words_beyond_the_limit_have_no_chips(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "[MASK] " + "palabra " * 600)
    assert "512" in app.warning[0].value
    assert len(app.button_group(key="hidden_chips").proto.options) == 510


@pytest.mark.parametrize(("language", "signs"), [("es", ",."), ("pt", ",."), ("en", ".,")])
def test_numbers_follow_the_interface_language(open_page: OpenPage, language: str, signs: str) -> None:
    app = hide(type_text(open_page("masked_words", language), "La capital de Francia es París"), 1)
    assert charts(app)[0]["layout"]["separators"] == signs
    (note,) = [element.value for element in app.markdown if "capital, prob" in element.value]
    assert f"32{signs[1]}005" in note


def test_blanks_share_one_axis(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "Madrid es la [MASK] de ___ y el ___ vive en ___")
    layouts = [chart["layout"] for chart in charts(app)]
    assert len({tuple(layout["xaxis"]["range"]) for layout in layouts}) == 1
    assert len({layout["margin"]["l"] for layout in layouts}) == 1


def test_an_example_closes_the_menu(open_page: OpenPage) -> None:
    app = open_page("masked_words", "es")
    app.session_state["masked_text_examples"] = True
    app.run()
    captions = [caption.value for caption in app.caption]
    assert set(LANGUAGES.values()) <= set(captions)
    app.button(key="masked_text_example_Madrid es la [MASK] de España").click().run()
    assert app.session_state["masked_text_examples"] is False
    assert app.text_input(key="masked_text").value == "Madrid es la [MASK] de España"


def test_a_hidden_word_that_cannot_be_scored_leaves_its_bars(open_page: OpenPage) -> None:
    long_word = "xqzwkvjh" * 8
    app = open_page("masked_words", text=f"El {long_word} duerme", hidden="1")
    assert app.get("plotly_chart")
    assert any("too many pieces" in caption.value for caption in app.caption)


def check(app: AppTest, words: str) -> AppTest:
    app.text_input(key="words_to_check").set_value(words).run()
    assert not app.exception
    return app


def test_words_of_the_visitor_are_scored(open_page: OpenPage, mini: BertEngine) -> None:
    text = "El ___ duerme en la silla"
    app = check(type_text(open_page("masked_words"), text), "gato, ñandú,, gato , perro,")
    table = app.dataframe[0].value
    (mask,) = mini.fill_mask(text, candidates=["gato", "ñandú", "perro"]).masks
    expected = sorted(mask.candidates, key=lambda word: -word.probability)
    assert list(table["word"]) == [word.word for word in expected]
    assert list(table["probability"]) == pytest.approx([word.probability for word in expected])
    split = expected[-1]
    assert (split.word, table["rank"].iloc[-1]) == ("ñandú", "–")
    assert table["pieces"].iloc[-1].count("×") == len(split.pieces) - 1
    assert any("slightly different questions" in caption.value for caption in app.caption)


def test_words_are_scored_in_typed_and_clicked_blanks(open_page: OpenPage, mini: BertEngine) -> None:
    app = check(hide(type_text(open_page("masked_words"), "el ___ vio al niño"), 4), "perro")
    tables = [table.value["probability"].iloc[0] for table in app.dataframe]
    masks = mini.fill_mask("el [MASK] vio al [MASK]", candidates=["perro"]).masks
    assert tables == pytest.approx([mask.candidates[0].probability for mask in masks])


def test_a_word_without_a_score_does_not_lose_the_others(open_page: OpenPage) -> None:
    words = f"gato,{'xqzwkvjh' * 8},[MASK],😊,<b>,a|b,$5,:smile:"
    app = check(type_text(open_page("masked_words"), "El ___ duerme"), words)
    assert set(app.dataframe[0].value["word"]) == {"gato", "<b>", "a|b", "$5", ":smile:"}
    captions = [caption.value for caption in app.caption]
    assert any("at most 16" in caption for caption in captions)
    assert any("has a blank in it" in caption for caption in captions)
    assert any("😊" in caption and "cannot write it" in caption for caption in captions)
    assert not any("<b>" in caption or re.search(EMOJI, caption) for caption in captions)


def test_more_words_than_can_be_scored_are_told(open_page: OpenPage) -> None:
    app = check(type_text(open_page("masked_words"), "El ___ duerme"), ",".join(f"{n}" for n in range(130)))
    assert len(app.dataframe[0].value) == 100
    assert "first 100 of 130" in app.info[0].value
    app = check(type_text(app, "uno ___ " * 12), "gato,perro")
    assert len(app.dataframe) == 10
    assert "first 10 blanks" in app.info[-1].value


def test_the_words_of_the_visitor_travel_in_the_link(open_page: OpenPage) -> None:
    app = open_page("masked_words", text="El ___ duerme", check="gato, perro")
    assert len(app.dataframe[0].value) == 2
    assert "check" not in app.query_params
    app.session_state["link"] = True
    app.run()
    assert parse_qs(urlsplit(app.code[0].value).query)["check"] == ["gato, perro"]


def together(app: AppTest) -> AppTest:
    app.button_group(key="blanks_together").set_value("together").run()
    assert not app.exception
    return app


def test_several_blanks_are_filled_together(open_page: OpenPage, mini: BertEngine) -> None:
    app = together(hide(type_text(open_page("masked_words"), "Juan ___ a su madre en el <b>parque</b>."), 4))
    expected = mini.fill_jointly("Juan ___ a su ___ en el <b>parque</b>.", top_k=10)
    table = app.dataframe[0].value
    assert list(table["text"]) == [filling.text for filling in expected.fillings]
    assert list(table["probability"]) == pytest.approx([f.probability for f in expected.fillings])
    (chart,) = charts(app)
    assert bar_names(chart) == [" · ".join(filling.words) for filling in expected.fillings]
    assert any("&lt;b&gt;parque" in html.proto.body for html in app.get("html"))
    assert app.query_params["together"] == "1"


def test_one_blank_has_nothing_to_be_filled_together(open_page: OpenPage) -> None:
    app = open_page("masked_words", text="El ___ duerme", together="1")
    assert not any(group.key == "blanks_together" for group in app.button_group)
    assert len(charts(type_text(app, "El ___ ___ duerme"))) == 1


def test_the_beam_is_the_visitors_and_lasts(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("masked_words", text="El ___ ___ la cena.", together="1", beams="1")
    expected = mini.fill_jointly("El ___ ___ la cena.", beams=1, top_k=10).fillings
    assert list(app.dataframe[0].value["text"]) == [filling.text for filling in expected]
    app.button_group(key="joint_beams").set_value(20).run()
    assert app.query_params["beams"] == "20"
    for wrong in ("0", "3", "x", "-1", "99999999"):
        app = open_page("masked_words", text="El ___ ___ la cena.", together="1", beams=wrong)
        assert app.button_group(key="joint_beams").value == 5


def test_too_many_blanks_together_are_told(open_page: OpenPage) -> None:
    app = together(type_text(open_page("masked_words"), "uno ___ " * 11))
    assert "11 blanks; at most 10" in app.warning[0].value
    assert charts(app) == []
