"""The same blank asked twice, without a browser: the answers are the engine's, what differs is marked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.charts.chart_style import CHOSEN
from bertviz_core.engine import BertEngine
from bertviz_core.results import ComparedBlank
from bertviz_core.ui.masked_words.compare_examples import COMPARED_EXAMPLES
from bertviz_core.ui.masked_words.compare_input import up_to_the_blank

OpenPage = Callable[..., AppTest]
FIRST, SECOND = "Mi abuela guarda el ___ en la cocina", "Mi abuela guarda el ___ en el banco"
EMOJI = r":smile:(?!small\[\])"  # what is parted by an empty element is text


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def names(chart: dict[str, Any]) -> list[str]:
    return list(chart["layout"]["yaxis"]["ticktext"])


def marked(chart: dict[str, Any]) -> list[str]:
    colours = chart["data"][0]["marker"]["color"]
    return [name for name, colour in zip(names(chart), colours, strict=True) if colour == CHOSEN]


def compare(open_page: OpenPage, first: str = FIRST, second: str = SECOND, **options: str) -> AppTest:
    return open_page("masked_words", view="compare", text=first, other_text=second, **options)


def test_both_sentences_are_answered_on_one_axis(open_page: OpenPage, mini: BertEngine) -> None:
    app = compare(open_page)
    left, right = charts(app)
    for chart, text in ((left, FIRST), (right, SECOND)):
        assert names(chart) == [p.token for p in mini.fill_mask(text).masks[0].predictions]
    assert left["layout"]["xaxis"]["range"] == right["layout"]["xaxis"]["range"]
    assert marked(left) == [name for name in names(left) if name not in names(right)] != []
    assert marked(right) == [name for name in names(right) if name not in names(left)] != []
    assert any("Not among the first 10" in element.value for element in app.markdown)


def test_the_table_has_every_word_of_either_side(open_page: OpenPage, mini: BertEngine) -> None:
    app = compare(open_page)
    table = app.dataframe[0].value
    left, right = charts(app)
    assert set(table["word"]) == {*names(left), *names(right)}
    before, after = (
        {p.token: p.probability for p in mini.fill_mask(text, 200).masks[0].predictions}
        for text in (FIRST, SECOND)
    )
    for word, change in zip(table["word"], table["change"], strict=True):
        if word in before and word in after:
            assert change == pytest.approx(after[word] - before[word], abs=1e-6)


def test_the_page_opens_with_a_pair_of_its_example(open_page: OpenPage) -> None:
    for language, pairs in COMPARED_EXAMPLES.items():
        app = open_page("masked_words", language, view="compare")
        first = app.text_input(key="masked_text").value
        assert (first, app.text_input(key="compared_text").value) in pairs
        assert len(charts(app)) == 2


def test_the_second_sentence_follows_the_first_until_it_is_written(open_page: OpenPage) -> None:
    app = open_page("masked_words", view="compare")
    app.text_input(key="masked_text").set_value("un texto ___ nuevo").run()
    assert app.text_input(key="compared_text").value == "un texto [MASK]."
    app.text_input(key="compared_text").set_value("otro texto ___ viejo").run()
    app.text_input(key="masked_text").set_value("un texto ___ más").run()
    assert app.text_input(key="compared_text").value == "otro texto ___ viejo"
    app.switch_page("attention.py").run()
    app.switch_page("masked_words.py").run()
    assert app.text_input(key="compared_text").value == "otro texto ___ viejo"
    assert not app.exception


def test_a_clicked_and_a_typed_blank_are_compared_in_reading_order(open_page: OpenPage) -> None:
    app = compare(open_page, "el niño ___ al perro", "la niña ___ al ___", hidden="4")
    assert len(charts(app)) == 4
    (line,) = [element.value for element in app.markdown if "hidden word" in element.value]
    assert "perro" in line


def test_other_numbers_of_blanks_are_told(open_page: OpenPage) -> None:
    app = compare(open_page, "el ___ come ___", "la ___ come")
    assert len(charts(app)) == 2
    assert "first sentence has 2 blanks, the second 1" in app.info[0].value


def test_a_second_sentence_that_cannot_be_asked_is_told(open_page: OpenPage) -> None:
    second = "una frase entera"
    app = compare(open_page, second=second)
    assert charts(app) == []
    assert len(app.warning) == 1
    assert app.text_input(key="compared_text").value == second


def test_an_empty_second_sentence_gets_a_hint(open_page: OpenPage) -> None:
    app = compare(open_page)
    app.text_input(key="compared_text").set_value(" ").run()
    assert "other side" in app.info[0].value
    assert not app.exception


def test_hostile_sentences_are_escaped(open_page: OpenPage) -> None:
    app = compare(open_page, "<b>$5</b> ___ *x* :smile:", "a|b ___ 😊 `c`")
    captions = [caption.value for caption in app.caption]
    assert any("\\<b\\>\\$5" in caption for caption in captions)
    assert not any(re.search(EMOJI, caption) for caption in captions)


def test_the_link_carries_both_sentences(open_page: OpenPage) -> None:
    app = compare(open_page)
    app.session_state["link"] = True
    app.run()
    address = parse_qs(urlsplit(app.code[0].value).query)
    assert (address["view"], address["text"], address["other_text"]) == (["compare"], [FIRST], [SECOND])
    assert not {"text", "other_text"} & set(app.query_params)


@pytest.fixture
def two_models(settings: Callable[..., None], checkpoint: Callable[..., Path]) -> str:
    """Offer the bundled model and a tiny one of another family; return the id of the tiny one."""
    tiny = str(checkpoint("roberta"))
    settings(allowed_models=json.dumps(["mini", tiny]))
    return tiny


def test_a_second_model_is_asked_only_when_it_is_chosen(
    open_page: OpenPage, two_models: str, tiny: Callable[..., BertEngine], mini: BertEngine
) -> None:
    app = open_page("masked_words", view="compare", text="the ___ sai", against="model")
    assert charts(app) == []
    assert app.selectbox(key="compared_model_mini").options == [two_models]
    app.selectbox(key="compared_model_mini").set_value(two_models).run()
    assert not app.exception
    left, right = charts(app)
    assert names(left) == [p.token for p in mini.fill_mask("the ___ sai").masks[0].predictions]
    expected = [p.token for p in tiny("roberta").fill_mask("the ___ sai").masks[0].predictions]
    assert len(names(right)) == len(expected)
    assert app.query_params["against"] == "model"
    assert app.query_params["other_model"] == two_models


def test_a_model_that_cannot_be_loaded_is_told(
    open_page: OpenPage, settings: Callable[..., None], tmp_path: Path
) -> None:
    settings(allowed_models=json.dumps(["mini", str(tmp_path)]))
    app = open_page("masked_words", view="compare", text=FIRST, against="model", other_model=str(tmp_path))
    assert charts(app) == []
    assert app.warning


def test_nonsense_in_the_address_is_ignored(open_page: OpenPage) -> None:
    app = compare(open_page, against="<b>", other_model="../../etc")
    assert len(charts(app)) == 2
    app = compare(open_page, against="model", other_model="../../etc")
    assert app.selectbox(key="compared_model_mini").value is None


def test_words_are_the_same_by_their_ids_or_by_how_they_are_written(mini: BertEngine) -> None:
    one, other = (mini.fill_mask(text, 50).masks[0] for text in (FIRST, SECOND))
    for same in (True, False):
        blank = ComparedBlank(before=one, after=other, shown=10, same_vocabulary=same)
        words = blank.words()
        assert len({word.token for word in words}) == len(words)
        for word in words:
            assert (word.before or word.after) is not None
            if word.change is not None and word.before and word.after:
                assert word.before.token == word.after.token
                assert word.change == word.after.probability - word.before.probability


def test_two_equal_sentences_are_told(open_page: OpenPage) -> None:
    assert any("same sentence" in note.value for note in compare(open_page, FIRST, FIRST).info)
    assert not any("same sentence" in note.value for note in compare(open_page).info)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("The [MASK] sleeps.", "The [MASK]."),
        ("She likes the [MASK].", ""),  # nothing is behind the blank
        ("[MASK] is late", ""),
        ("A [MASK] and a [MASK] play", ""),
    ],
)
def test_a_sentence_of_ones_own_is_compared_with_its_beginning(text: str, offered: str) -> None:
    assert up_to_the_blank(text, "[MASK]") == offered
