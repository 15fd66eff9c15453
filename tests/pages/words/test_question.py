"""The question of the page about words in context: which word, in which sentences."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from page_reader import in_menu, link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.engine.words import EmbeddingQuestions
from bertviz_core.results import WordLayers
from bertviz_core.ui.words.question import MANY, _work
from bertviz_core.ui.words.ready_sets import FIRST, ready_sets

OpenPage = Callable[..., AppTest]
OWN = "Saqué dinero del banco. | dinero\nMe siento en el banco.\nLos bancos del parque.\n<b>El</b> *banco* $5"


def found(app: AppTest) -> str:
    (told,) = [caption.value for caption in app.caption if caption.value.partition(" ")[2].startswith("occ")]
    return told


def type_own(app: AppTest, word: str, lines: str) -> AppTest:
    in_menu(app.text_area, "words_lines").set_value(lines)
    app.text_input(key="words_word").set_value(word).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_a_ready_set_in_the_visitors_language_opens(open_page: OpenPage, language: str) -> None:
    app = open_page("words", language)
    ready = ready_sets()[FIRST[language]]
    assert in_menu(app.selectbox, "words_set").value == FIRST[language]
    assert in_menu(app.selectbox, "words_set").options[0].endswith(f"({language})")
    assert app.text_input(key="words_word").value == ready.word
    assert not app.warning


def test_every_ready_set_finds_its_word_in_every_sentence(open_page: OpenPage) -> None:
    app = open_page("words")
    for name, ready in ready_sets().items():
        in_menu(app.selectbox, "words_set").set_value(name).run()
        assert not app.exception
        assert not app.warning
        assert found(app).startswith(f"{len(ready.rows)} occurrences")
        assert "left out" not in found(app)


def test_own_sentences_in_their_exact_form_or_in_all(open_page: OpenPage) -> None:
    app = type_own(open_page("words"), "banco", OWN)
    assert in_menu(app.selectbox, "words_set").value == "own"
    assert "4 occurrences: banco 3, bancos 1" in found(app)
    in_menu(app.toggle, "words_forms").set_value(False).run()
    assert "3 occurrences: banco 3 · left out, without exactly this word: 1" in found(app)


def test_capital_letters_on_request(open_page: OpenPage) -> None:
    app = type_own(open_page("words"), "banco", "Banco nuevo.\nUn banco.\nEl banco cerró.")
    assert "3 occurrences: banco 2, Banco 1" in found(app)
    in_menu(app.toggle, "words_case").set_value(True).run()
    assert found(app).startswith("2 occurrences: banco 2")


def test_own_sentences_come_back_after_a_look_at_a_set(open_page: OpenPage) -> None:
    app = type_own(open_page("words"), "banco", OWN)
    in_menu(app.selectbox, "words_set").set_value("en-bat").run()
    assert app.text_input(key="words_word").value == "bat"
    in_menu(app.selectbox, "words_set").set_value("own").run()
    assert in_menu(app.text_area, "words_lines").value == OWN
    assert app.text_input(key="words_word").value == "banco"


def test_a_word_typed_after_its_sentences_comes_back_with_them(open_page: OpenPage) -> None:
    app = open_page("words")
    in_menu(app.text_area, "words_lines").set_value(OWN).run()
    in_menu(app.toggle, "words_forms").set_value(False).run()
    app.text_input(key="words_word").set_value("banco").run()
    told = found(app)
    in_menu(app.selectbox, "words_set").set_value("en-bat").run()
    in_menu(app.selectbox, "words_set").set_value("own").run()
    assert app.text_input(key="words_word").value == "banco"
    assert found(app) == told


def test_sentences_of_a_link_come_back_after_a_look_at_a_set(open_page: OpenPage) -> None:
    app = open_page("words", word="gato", sentences="El gato duerme.\nUn gato hidráulico.")
    in_menu(app.selectbox, "words_set").set_value("en-bat").run()
    in_menu(app.selectbox, "words_set").set_value("own").run()
    assert app.text_input(key="words_word").value == "gato"
    assert in_menu(app.text_area, "words_lines").value == "El gato duerme.\nUn gato hidráulico."


def test_a_word_that_the_vocabulary_lacks_is_said_to_be_unknown(open_page: OpenPage) -> None:
    app = type_own(open_page("words"), "日", "El 日 sale.\nOtro 日 viene.\nUn 日 más.")
    assert any("3 of these" in warning.value for warning in app.warning)


@pytest.mark.parametrize("heading", ["", "frase;sentido\n"])
def test_of_a_large_table_it_is_said_that_the_rest_is_left_out(open_page: OpenPage, heading: str) -> None:
    app = open_page("words")
    app.text_input(key="words_word").set_value("banco").run()
    rows = "".join(
        f"{'Un banco verde.' if n < 3 else 'Nada de eso aquí.'};{'ab'[n % 2]}\n" for n in range(5001)
    )
    app.file_uploader[0].set_value(("t.csv", (heading + rows).encode(), "text/csv")).run()
    assert any("Only the first" in warning.value for warning in app.warning)
    in_menu(app.text_area, "words_lines").set_value("Un banco.\nOtro banco.").run()
    assert not any("Only the first" in warning.value for warning in app.warning)


@pytest.mark.parametrize(
    ("word", "lines", "hint"),
    [
        ("", OWN, "Write the word"),
        ("banco", " \n ", "Write the word"),
        ("queso", OWN, "stands in none of these sentences"),
        ("<b>$x$", OWN, "stands in none of these sentences"),
        ("queso", OWN.splitlines()[0], "does not stand in this sentence"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_lost(
    open_page: OpenPage, word: str, lines: str, hint: str
) -> None:
    app = type_own(open_page("words"), word, lines)
    assert any(hint in note.value for note in [*app.info, *app.warning])
    assert in_menu(app.text_area, "words_lines").value == lines
    assert app.text_input(key="words_word").value == word


@pytest.mark.parametrize("lines", [OWN, "\n".join(f"El banco {n} cerró. | cierre" for n in range(40))])
def test_a_link_brings_the_same_sentences(open_page: OpenPage, lines: str) -> None:
    app = type_own(open_page("words"), "banco", lines)
    told = found(app)
    link = link_of(app)
    assert link["word"] == "banco"
    again = open_page("words", **link)
    assert in_menu(again.text_area, "words_lines").value == lines
    assert found(again) == told
    assert again.query_params["word"] == "banco"  # so that a reload shows the same
    in_menu(again.text_area, "words_lines").set_value("Otro banco.").run()
    assert not {"word", "sentences", "forms"} & set(again.query_params)


def test_a_link_to_a_ready_set_names_it(open_page: OpenPage) -> None:
    app = open_page("words")
    in_menu(app.selectbox, "words_set").set_value("pt-manga").run()
    link = link_of(app)
    assert link["set"] == "pt-manga"
    assert "sentences" not in link
    assert open_page("words", **link).text_input(key="words_word").value == "manga"


@pytest.mark.parametrize(
    "parameters", [{"set": "xx"}, {"sentences": "z:!!"}, {"word": "<b>"}, {"forms": "de", "layers": "99"}]
)
def test_junk_in_the_address_does_no_harm(open_page: OpenPage, parameters: dict[str, str]) -> None:
    open_page("words", **parameters)


def test_a_table_fills_the_field_and_its_columns_can_be_changed(open_page: OpenPage) -> None:
    app = open_page("words")
    app.text_input(key="words_word").set_value("banco").run()
    rows = (
        "tipo;frase;nota",
        "a;Un banco verde.;z",
        "b;Mi banco abre.;y",
        "a;Otro banco.;x",
        "b;Banco azul.;w",
    )
    app.file_uploader[0].set_value(("t.csv", "\n".join(rows).encode("cp1252"), "text/csv")).run()
    assert not app.exception
    assert in_menu(app.text_area, "words_lines").value.splitlines()[0] == "Un banco verde. | a"
    app.selectbox(key="words_sense_column").set_value(2).run()
    assert in_menu(app.text_area, "words_lines").value.splitlines()[0] == "Un banco verde. | z"
    app.selectbox(key="words_sense_column").set_value(-1).run()
    assert in_menu(app.text_area, "words_lines").value.splitlines()[0] == "Un banco verde."
    assert found(app).startswith("4 occurrences")


def test_a_link_carries_forms_and_capitals(open_page: OpenPage) -> None:
    app = open_page("words", word="ponto", forms="pt", sentences="O ponto.\nOs pontos.\nPONTO.")
    assert in_menu(app.selectbox, "words_language").value == "pt"
    assert found(app).startswith("3 occurrences")
    assert link_of(app)["forms"] == "pt"
    app = open_page("words", set="es-banco")
    in_menu(app.toggle, "words_forms").set_value(False)
    in_menu(app.toggle, "words_case").set_value(True).run()
    link = link_of(app)
    assert (link["set"], link["forms"], link["case"]) == ("es-banco", "no", "1")
    assert found(open_page("words", **link)) == found(app)
    assert found(app).startswith("26 occurrences")


def test_few_sentences_do_not_wait_for_the_thousands_of_others(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go, begun = threading.Event(), threading.Event()
    plain = EmbeddingQuestions.word_layers

    def word_layers(
        engine: BertEngine, sentences: tuple[str, ...], *given: Any, **options: Any
    ) -> WordLayers:
        if len(sentences) > MANY:
            begun.set()
            assert let_go.wait(60)
        return plain(engine, sentences, *given, **options)

    monkeypatch.setattr(EmbeddingQuestions, "word_layers", word_layers)
    thousands = tuple(f"El banco {number}." for number in range(MANY + 1))
    engine = load_engine("mini")
    with ThreadPoolExecutor(3) as pool:
        others = [
            pool.submit(
                _work(True).answer,
                turn,
                lambda report: engine.word_layers(thousands, "banco"),
                lambda *_: None,
            )
            for turn in range(3)
        ]
        try:
            assert begun.wait(60)
            assert found(type_own(open_page("words"), "banco", OWN)).startswith("4 occurrences")
            assert not any(other.done() for other in others)
        finally:
            let_go.set()
