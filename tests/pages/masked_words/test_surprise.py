"""The view "How surprising?" of the masked words page, without a browser."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.masked_words import surprise_answers
from bertviz_core.ui.masked_words.surprise_files import surprise_csv, surprise_json
from bertviz_core.ui.text import literal

OpenPage = Callable[..., AppTest]
FIRST, SECOND = "Bebo agua todos los días", "Bebo piedras todos los días"
HOSTILE = "El niño <b>ve</b> $5 and $6 :smile: *x* 😊"


class Words(HTMLParser):
    """The coloured words of a text: what is shown, what is said of each, its colours."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.shown, self.said, self.styles, self.tags = [], [], [], []
        self.text = ""
        self._inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        found = dict(attributes)
        if found.get("tabindex") == "0":
            self.said.append(found["data-says"] or "")
            self.styles.append(found["style"] or "")
            self.shown.append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._inside:
            self.shown[-1] += data


def open_view(
    open_page: OpenPage, text: str, second: str = "", lang: str = "en", **parameters: str
) -> AppTest:
    app = open_page("masked_words", lang, view="surprise", text=text, second=second, **parameters)
    assert not app.exception
    return app


def texts(app: AppTest) -> list[Words]:
    bodies = [element.proto.body for element in app.get("html")]
    return [Words(body) for body in bodies if 'class="surprise' in body and "data-hint" in body]


def bars(app: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.markdown, *app.subheader, *app.caption, *app.warning])


def test_every_word_is_coloured_and_says_its_surprise(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_view(open_page, FIRST)
    (text,) = texts(app)
    answer = mini.pseudo_log_likelihood(FIRST)
    assert text.shown == FIRST.split()
    assert text.text == FIRST
    for word, sentence in zip(answer.words, text.said, strict=True):
        assert sentence.startswith(f"{word.text}: {word.surprise:.1f} bits")
    (chart,) = bars(app)
    assert len(chart["data"][0]["x"]) == 5
    (numbers,) = [line for line in said(app).splitlines() if "perplexity **" in line]
    assert f"**{-answer.total / math.log(2):.1f} bits**" in numbers
    assert f"**{-answer.per_token / math.log(2):.2f}**" in numbers


def test_a_word_of_one_piece_says_what_was_expected(open_page: OpenPage, mini: BertEngine) -> None:
    (text,) = texts(open_view(open_page, "La mesa es redondo"))
    answer = mini.pseudo_log_likelihood("La mesa es redondo")
    assert f"rank {answer.ranks[4]:,}" in text.said[3]
    assert f"Expected instead: {answer.expected[4].token}" in text.said[3]


def test_two_sentences_share_colours_and_are_compared(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_view(open_page, FIRST, SECOND)
    one, two = texts(app)
    assert (one.text, two.text) == (FIRST, SECOND)
    assert f"“{FIRST}”** more probable" in said(app)
    difference = mini.pseudo_log_likelihood(FIRST).total - mini.pseudo_log_likelihood(SECOND).total
    assert f"+{difference / math.log(2):.1f} bits in all" in said(app)
    first, second = bars(app)
    assert first["layout"]["yaxis"]["range"] == second["layout"]["yaxis"]["range"]
    reversed_order = open_view(open_page, SECOND, FIRST)
    assert f"“{FIRST}”** more probable" in said(reversed_order)
    assert f"−{difference / math.log(2):.1f} bits in all" in said(reversed_order)


def test_both_measures_are_told_where_they_disagree(open_page: OpenPage) -> None:
    short, long = "Bebo té", "Bebo té con mermelada de fresa"
    app = open_view(open_page, short, long, within="left_to_right")
    assert f"in all **“{short}”** is more probable, by the mean a token **“{long}”**" in said(app)
    assert "They have 3 and 10 tokens" in said(app)


def test_different_lengths_are_told_also_where_the_measures_agree(open_page: OpenPage) -> None:
    app = open_view(open_page, "Los perros ladran", "Los perros maúllan")
    assert "“Los perros ladran”** more probable" in said(app)
    assert "They have 4 and 5 tokens" in said(app)
    assert "tokens: longer" not in said(open_view(open_page, FIRST, SECOND))


def test_a_sentence_against_itself_is_a_draw(open_page: OpenPage) -> None:
    assert "equally probable" in said(open_view(open_page, FIRST, FIRST))


def test_hostile_text_is_shown_as_typed(open_page: OpenPage) -> None:
    app = open_view(open_page, HOSTILE, f'"{HOSTILE}"><img src=x onerror=alert(1)>')
    one, two = texts(app)
    assert one.text == HOSTILE
    assert set(one.tags) == set(two.tags) == {"div", "span"}
    assert f"“{literal(HOSTILE)}”** more probable" in said(app)


def test_a_typed_blank_stays_and_has_no_bar(open_page: OpenPage, mini: BertEngine) -> None:
    (text,) = texts(open_view(open_page, "Bebo ___ todos los días"))
    assert text.shown == ["Bebo", "todos", "los", "días"]
    assert text.text == "Bebo [MASK] todos los días"


def test_words_hidden_in_other_views_are_read(open_page: OpenPage) -> None:
    (text,) = texts(open_view(open_page, FIRST, hidden="1"))
    assert text.shown == FIRST.split()


def test_pieces_on_request(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_view(open_page, "Los perros maúllan")
    (text,) = texts(app)
    assert text.shown == ["Los", "perros", "maúllan"]
    assert "ma " in text.said[2] and "##úl " in text.said[2]
    app.toggle(key="surprise_pieces").set_value(True).run()
    (text,) = texts(app)
    assert text.shown == ["Los", "perros", "ma", "úl", "lan"]
    assert app.query_params["units"] in ("pieces", ["pieces"])


def test_pieces_can_be_hidden_together(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_view(open_page, "Los perros maúllan", within="left_to_right")
    assert app.toggle(key="surprise_within").value is True
    total = mini.pseudo_log_likelihood("Los perros maúllan", within_words="left_to_right").total
    assert f"**{-total / math.log(2):.1f} bits**" in said(app)


def test_a_pair_of_the_menu_fills_both_fields(open_page: OpenPage) -> None:
    app = open_view(open_page, "Hola")
    app.session_state["surprise_pairs"] = True
    app.run()
    app.button(key=f"surprise_pair_{SECOND}").click().run()
    assert app.text_input(key="masked_text").value == FIRST
    assert app.text_input(key="surprise_second").value == SECOND
    assert app.session_state["surprise_pairs"] is False
    assert [text.text for text in texts(app)] == [FIRST, SECOND]


def test_the_link_restores_everything_and_typed_text_stays_out_of_the_address(open_page: OpenPage) -> None:
    app = open_view(open_page, FIRST, units="pieces", within="left_to_right")
    app.text_input(key="surprise_second").set_value(HOSTILE).run()
    assert not {"text", "second"} & set(app.query_params)
    app.session_state["link"] = True
    app.run()
    address = parse_qs(urlsplit(app.code[0].value).query)
    assert (address["text"], address["second"]) == ([FIRST], [HOSTILE])
    parameters = {name: values[0] for name, values in address.items() if name not in ("lang", "model")}
    other = open_page("masked_words", **parameters)
    assert [text.text for text in texts(other)] == [FIRST, HOSTILE]
    assert other.toggle(key="surprise_pieces").value is True
    assert other.toggle(key="surprise_within").value is True


def test_the_second_sentence_outlives_a_visit_to_another_page(open_page: OpenPage) -> None:
    app = open_view(open_page, FIRST)
    app.text_input(key="surprise_second").set_value(SECOND).run()
    app.switch_page("attention.py").run()
    app.switch_page("masked_words.py").run()
    assert [text.text for text in texts(app)] == [FIRST, SECOND]


def test_a_sentence_that_cannot_be_scored_leaves_the_other(open_page: OpenPage) -> None:
    app = open_view(open_page, FIRST, "la casa " * 80)
    assert [text.text for text in texts(app)] == [FIRST]
    assert "up to 128 tokens" in app.warning[0].value
    app = open_view(open_page, "___ [mask]", FIRST)
    assert [text.text for text in texts(app)] == [FIRST]
    assert "blanks only" in app.warning[0].value


@pytest.mark.parametrize("text", ["  ", "\u200b"])
def test_nothing_is_drawn_for_an_empty_text(open_page: OpenPage, text: str) -> None:
    app = open_view(open_page, FIRST)
    app.text_input(key="masked_text").set_value(text).run()
    assert not app.exception
    assert "no text yet" in app.warning[0].value
    assert texts(app) == bars(app) == []


def test_parts_make_the_same_answer(mini: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surprise_answers, "PART", 3)
    joined = surprise_answers.pseudo_likelihood(mini, SECOND, within_words="original")
    whole = mini.pseudo_log_likelihood(SECOND)
    assert joined.total == pytest.approx(whole.total, abs=1e-4)
    assert joined.scored.tolist() == whole.scored.tolist()
    assert [p and p.token for p in joined.expected] == [p and p.token for p in whole.expected]


def test_unknown_words_are_marked_and_keep_two_sentences_apart(open_page: OpenPage) -> None:
    app = open_page("masked_words", view="surprise", text="Cuesta 50 € y 🦥 duerme")
    assert any("left out of the sums" in caption.value and "🦥" in caption.value for caption in app.caption)
    assert any(
        "class=unknown" in html.proto.body and "no score" in html.proto.body for html in app.get("html")
    )
    app = open_page("masked_words", view="surprise", text="El 🦥 duerme", second="El niño duerme")
    assert any("differ in words" in line.value for line in app.markdown)
    app = open_page("masked_words", view="surprise", text="El 🦥 duerme", second="El 🦥 come")
    assert any("more probable" in line.value for line in app.markdown)


def test_files_hold_every_token(mini: BertEngine) -> None:
    answers = [mini.pseudo_log_likelihood(text) for text in (FIRST, 'El "niño", 😊 y\n=1')]
    rows = list(csv.DictReader(io.StringIO(surprise_csv(answers))))
    assert len(rows) == sum(int(answer.scored.sum()) for answer in answers) + 1
    assert {row["sentence"] for row in rows} == {"1", "2"}
    assert [row["log_probability"] for row in rows if row["unknown"] == "1"] == [""]
    total = sum(float(row["log_probability"]) for row in rows if row["sentence"] == "1")
    assert total == pytest.approx(answers[0].total, abs=1e-4)
    document = json.loads(surprise_json(answers))
    assert document["sentences"][0]["total"] == answers[0].total
    assert document["sentences"][1]["text"] == 'El "niño", 😊 y\n=1'
    assert [len(s["tokens"]) for s in document["sentences"]] == [int(a.scored.sum()) for a in answers]


@pytest.mark.parametrize(("language", "sign"), [("es", ","), ("pt", ","), ("en", ".")])
def test_numbers_follow_the_interface_language(open_page: OpenPage, language: str, sign: str) -> None:
    app = open_view(open_page, FIRST, lang=language)
    (text,) = texts(app)
    assert all(re.match(rf"\S+: \d+\{sign}\d bits", sentence) for sentence in text.said)
    assert bars(app)[0]["layout"]["separators"][0] == sign


def test_a_sentence_with_a_blank_wins_nothing(open_page: OpenPage) -> None:
    app = open_page(
        "masked_words", view="surprise", text="Ella bebe [MASK] frío", second="Ella bebe café frío"
    )
    told = [element.value for element in app.markdown]
    assert any("fill the blanks" in text for text in told)
    assert not any("more probable" in text for text in told)
