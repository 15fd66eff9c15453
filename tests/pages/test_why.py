"""The views that explain an answer, without a browser: what they show, keep and say."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.attribution_files import attribution_csv, attribution_json
from bertviz_core.ui.attribution_panel import scored_parts
from bertviz_core.ui.next_sentence.why_files import between_csv, between_json
from bertviz_core.written_numbers import ENGLISH_NUMBERS

TEXT = "El perro come [MASK] en la cocina"
FIRST, SECOND = "Mi abuelo plantó un árbol", "Ahora da manzanas"
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile: [MASK]"

OpenPage = Callable[..., AppTest]


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def bars(app: AppTest) -> dict[str, Any]:
    (drawn,) = [chart for chart in charts(app) if chart["data"][0]["type"] == "bar"]
    return drawn


def scores_shown(app: AppTest) -> list[float]:
    (table,) = app.dataframe
    return table.value["Score"].tolist()


def scored_text(app: AppTest) -> str:
    (html,) = [block.proto.body for block in app.get("html") if 'class="scored"' in block.proto.body]
    return html


def title(app: AppTest, beginning: str) -> str:
    (line,) = [title.value for title in app.subheader if title.value.startswith(beginning)]
    return line


def word_choice(app: AppTest) -> Any:
    (choice,) = [box for box in app.segmented_control if box.label == "Word to explain"]
    return choice


def test_the_first_word_is_explained(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("masked_words", view="why", text=TEXT)
    expected = mini.attribute_masked_word(TEXT)
    np.testing.assert_allclose(scores_shown(app), expected.scores, atol=1e-4)
    line = title(app, "**Why")
    assert f"“{expected.answer}”" in line
    assert ENGLISH_NUMBERS.probability(expected.probability) in line
    assert len(bars(app)["data"][0]["x"]) == len(expected.encoding)
    (said,) = [caption.value for caption in app.caption if "add up to" in caption.value]
    assert f"{expected.scores.sum():+.3f}" in said
    assert f"{expected.error:.4f}" in said


def test_the_address_names_a_word_and_whole_words(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("masked_words", view="why", text=TEXT, answer="3", parts="words")
    third = mini.fill_mask(TEXT, 3).masks[0].predictions[2]
    expected = mini.attribute_masked_word(TEXT, word=third.token_id)
    parts = scored_parts(expected, whole_words=True)
    assert f"“{third.token}”" in title(app, "**Why")
    np.testing.assert_allclose(scores_shown(app), [part.score for part in parts], atol=1e-4)
    assert app.query_params["answer"] == "3"
    assert app.query_params["parts"] == "words"
    app.text_input(key="masked_text").set_value("La casa es [MASK]").run()
    assert not app.exception
    assert word_choice(app).value == "1"
    assert "answer" not in app.query_params


@pytest.mark.parametrize("answer", ["9", "0", "-1", "x", "own", "hidden", ""])
def test_a_word_that_is_not_offered_is_ignored(open_page: OpenPage, answer: str) -> None:
    assert word_choice(open_page("masked_words", view="why", text=TEXT, answer=answer)).value == "1"


def test_a_word_of_ones_own_is_explained_and_stays_out_of_the_address(
    open_page: OpenPage, mini: BertEngine
) -> None:
    app = open_page("masked_words", view="why", text=TEXT)
    word_choice(app).set_value("own").run()
    assert not app.exception
    assert any("Write the word" in info.value for info in app.info)
    assert not charts(app)
    app.text_input(key="explained_own_word").set_value("pan").run()
    assert not app.exception
    expected = mini.attribute_masked_word(TEXT, word="pan")
    np.testing.assert_allclose(scores_shown(app), expected.scores, atol=1e-4)
    assert "answer" not in app.query_params
    assert "pan" not in app.query_params.values()
    app.text_input(key="explained_own_word").set_value("ñandúes").run()
    assert not app.exception
    assert "pieces for this model" in app.warning[0].value
    assert app.text_input(key="explained_own_word").value == "ñandúes"


def test_the_hidden_word_is_offered_where_it_is_not_among_the_first(
    open_page: OpenPage, mini: BertEngine
) -> None:
    text = "El perro come piedra en la cocina"
    app = open_page("masked_words", view="why", text=text, hidden="3", answer="hidden")
    masked = "El perro come [MASK] en la cocina"
    (candidate,) = mini.fill_mask(masked, candidates=["piedra"]).masks[0].candidates
    assert candidate.rank and candidate.rank > 5
    assert word_choice(app).value == "hidden"
    expected = mini.attribute_masked_word(masked, word="piedra")
    np.testing.assert_allclose(scores_shown(app), expected.scores, atol=1e-4)


def test_the_second_blank_is_explained_by_the_address(open_page: OpenPage, mini: BertEngine) -> None:
    text = "El [MASK] come [MASK] en la cocina"
    app = open_page("masked_words", view="why", text=text, blank="2")
    np.testing.assert_allclose(scores_shown(app), mini.attribute_masked_word(text, blank=1).scores, atol=1e-4)


def test_a_long_text_is_told(open_page: OpenPage) -> None:
    app = open_page("masked_words", view="why", text="[MASK] " + "la casa " * 90)
    assert any("128 tokens" in warning.value for warning in app.warning)
    assert not charts(app)


def test_a_hostile_text_is_shown_as_typed(open_page: OpenPage) -> None:
    app = open_page("masked_words", view="why", text=HOSTILE)
    assert "<img" not in scored_text(app)
    assert "&lt;" in scored_text(app)
    names = bars(app)["layout"]["xaxis"]["labelalias"].values()
    assert any("&lt;" in name for name in names)
    assert not any("<" in name for name in names)


def test_no_blank_gets_a_hint(open_page: OpenPage) -> None:
    app = open_page("masked_words", view="why", text="La casa es grande")
    assert any("no blank" in info.value for info in app.info)
    assert not charts(app)


def test_a_pair_is_explained(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("next_sentence", view="why", first=FIRST, second=SECOND)
    expected = mini.attribute_next_sentence(FIRST, SECOND)
    np.testing.assert_allclose(scores_shown(app), expected.scores, atol=1e-4)
    assert ENGLISH_NUMBERS.probability(mini.next_sentence(FIRST, SECOND).is_next) in title(
        app, "**Where the answer"
    )
    assert scored_text(app).count("<br>") == 1
    assert [note["text"] for note in bars(app)["layout"]["annotations"]] == [
        "<b>Sentence A</b>",
        "<b>Sentence B</b>",
    ]
    (lines,) = [chart for chart in charts(app) if chart["data"][0]["type"] == "scatter"]
    assert len(lines["data"]) == 5


def test_what_was_typed_stands_in_the_link_only(open_page: OpenPage) -> None:
    app = open_page("next_sentence", view="why", first=FIRST, second=SECOND, parts="words")
    assert "first" not in app.query_params and "second" not in app.query_params
    app.session_state["link"] = True
    app.run()
    assert not app.exception
    (link,) = [code.value for code in app.code if "first=" in code.value]
    named = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    assert (named["first"], named["second"], named["view"], named["parts"]) == (FIRST, SECOND, "why", "words")


def test_choices_survive_another_page(open_page: OpenPage) -> None:
    app = open_page("next_sentence", view="why", first=FIRST, second=SECOND, parts="words")
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("next_sentence.py").run()
    assert not app.exception
    assert app.text_input(key="next_first").value == FIRST
    assert app.query_params["parts"] == "words"


@pytest.mark.parametrize("empty", ["next_first", "next_second"])
def test_an_empty_field_gets_a_hint(open_page: OpenPage, empty: str) -> None:
    app = open_page("next_sentence", view="why", first=FIRST, second=SECOND)
    app.text_input(key=empty).set_value(" ").run()
    assert not app.exception
    assert not charts(app)


def test_the_files_hold_what_is_shown(mini: BertEngine) -> None:
    explained = mini.attribute_next_sentence(FIRST, SECOND)
    lines = attribution_csv(explained).splitlines()
    assert lines[0] == "position,token,text,score"
    assert len(lines) == 1 + len(explained.encoding)
    place, token, text, score = lines[3].split(",")
    assert (place, token, text) == ("2", explained.encoding.tokens[2], "0")
    assert float(score) == pytest.approx(explained.scores[2], abs=1e-7)
    document = json.loads(attribution_json(explained))
    assert document["unit"] == "log_odds"
    assert document["completeness_error"] == pytest.approx(explained.error)
    np.testing.assert_allclose(document["scores"], explained.scores)
    between = mini.attention_between(FIRST, SECOND)
    rows = between_csv(between).splitlines()
    assert rows[0].startswith("layer,cls_to_first")
    assert len(rows) == 13
    assert float(rows[12].split(",")[1]) == pytest.approx(float(between.cls_to_first[11]), abs=1e-6)
    np.testing.assert_allclose(
        json.loads(between_json(between))["second_to_first"], between.second_to_first, atol=1e-6
    )


def test_pieces_are_summed_to_words(mini: BertEngine) -> None:
    explained = mini.attribute_next_sentence("Los pingüinos nadan", "Los pingüinos comen")
    pieces, words = (scored_parts(explained, whole_words=whole) for whole in (False, True))
    assert len(words) < len(pieces)
    assert [part.text for part in words if part.sequence == 0] == ["Los", "pingüinos", "nadan"]
    assert sum(p.score for p in words) == pytest.approx(sum(p.score for p in pieces))
    assert len({part.label for part in words}) == len(words)
