"""Where a word stands: every occurrence, whole words only, other forms on request."""

import pytest

from bertviz_core.analysis.words.occurrences import OccurrenceFinder
from bertviz_core.errors import InputError


def forms(text, word, **options):
    return [text[start:end] for start, end in OccurrenceFinder(word, **options).spans(text)]


def test_every_occurrence_is_found_in_order():
    text = "El banco y otro banco, ¿qué banco?"
    assert OccurrenceFinder("banco").spans(text) == [(3, 8), (16, 21), (28, 33)]


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("Bancos, bancario, embanco, banco_1, banco-sofá", "banco", ["banco"]),
        ("BANCO y Banco", "banco", ["BANCO", "Banco"]),
        ("C++ y C", "C++", ["C++"]),
        ("a.c abc a.c", "a.c", ["a.c", "a.c"]),
        ("un hombre  araña y un hombre joven", "hombre araña", ["hombre  araña"]),
        ("compañera companera", "compañera", ["compañera"]),
        ("(banco)", " banco ", ["banco"]),
        ("no", "banco", []),
        ("ag̃a, ag", "ag", ["ag"]),
        ("ag̃a", "ag̃a", ["ag̃a"]),
        ("नमस्ते", "नम", []),
        ("می\u200cروم", "روم", []),
        ("ban\u00adco, ban", "ban", ["ban"]),
        ("👩\u200d👧 👩", "👩", ["👩"]),
        ("👍🏽", "👍", []),
        ("the man's, d'água, l’eau", "man", ["man"]),
        ("d'água", "água", ["água"]),
        ("fin.Luego 3.14", "fin", ["fin"]),
        ("3.14, 3,5, 3 y 3.", "3", ["3", "3"]),
        ("3.14 y 14", "14", ["14"]),
        ("1,000 1.000 1'000 1\u00a0000 1\u202f000 1", "1", ["1"]),
        ("2,000,000 y 000", "000", ["000"]),
        ("3.14 y 3,14", "3.14", ["3.14"]),
        ("el 5, 6.", "5", ["5"]),
        ("art.3 p.3", "3", ["3", "3"]),
        ("1:30 y 3-4 y 50 %", "3", ["3"]),
        ("sección 2.fin", "2", ["2"]),
        ("STRASSE, Straße, straße, Strasse", "straße", ["STRASSE", "Straße", "straße", "Strasse"]),
        ("STRAẞE y straße", "STRASSE", ["STRAẞE", "straße"]),
        ("la STRASSE: ΟΔΌΣ, οδός", "οδός", ["ΟΔΌΣ", "οδός"]),
        ("kız KIZ kiz", "kiz", ["KIZ", "kiz"]),
        ("ß s ss", "s", ["s"]),
        ("กาแฟ", "กา", []),
    ],
)
def test_only_the_whole_word_as_it_is_written(text, word, found):
    assert forms(text, word) == found


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("la oﬁcina, la ofi\u00adcina y la oficina", "oficina", ["oﬁcina", "ofi\u00adcina", "oficina"]),
        ("la oficina", "oﬁcina", ["oficina"]),
        ("OFICINA OﬁCINA", "oﬁcina", ["OFICINA", "OﬁCINA"]),
        ("eﬃcace, eﬄuve, aﬂuente", "afluente", ["aﬂuente"]),
        ("eﬃcace, eﬄuve", "effluve", ["eﬄuve"]),
        ("ﬁn y conﬁn", "fin", ["ﬁn"]),
        ("\u00adofi\u2060ci\ufeffna\u00ad.", "oficina", ["ofi\u2060ci\ufeffna"]),
        ("ofi\u200ccina y ofi\u200dcina", "oficina", ["ofi\u200ccina", "ofi\u200dcina"]),
        ("la ｏｆｉｃｉｎａ", "oficina", ["ｏｆｉｃｉｎａ"]),
        ("l’eau et l'eau", "l'eau", ["l’eau", "l'eau"]),
        ("anti‑rouille, anti-rouille", "anti‐rouille", ["anti‑rouille", "anti-rouille"]),
        ("una oﬁ\u00adcina azul", "oficina azul", ["oﬁ\u00adcina azul"]),
        ("ﻣﺮﺣﺒﺎ مرحبا", "مرحبا", ["ﻣﺮﺣﺒﺎ", "مرحبا"]),
        ("nº 2, n.o 2, x² x2", "no", []),
        ("x² x2", "x2", ["x2"]),
        ("می\u200cروم میروم", "میروم", ["میروم"]),
        ("ภาษา\u200bไทย", "ภาษา", ["ภาษา"]),
        ("oﬁcinas", "oficina", []),
        ("❤\ufe0f ❤", "❤", ["❤"]),
    ],
)
def test_a_word_is_found_however_its_letters_are_set(text, word, found):
    assert forms(text, word) == found


def test_forms_and_capitals_are_found_in_other_letters_too():
    assert forms("oﬁcinas y oﬁ\u00adcinas", "oficina", inflected="es") == ["oﬁcinas", "oﬁ\u00adcinas"]
    assert forms("Oﬁcina oﬁcina", "oficina", match_case=True) == ["oﬁcina"]


def test_capital_letters_make_another_word_on_request():
    assert forms("Banco banco BANCO", "banco", match_case=True) == ["banco"]
    assert forms("Bancos bancos", "banco", match_case=True, inflected="es") == ["bancos"]
    assert forms("Bancos bancos", "Banco", match_case=True, inflected="es") == ["Bancos"]


@pytest.mark.parametrize(
    ("text", "word", "language", "found"),
    [
        ("bancos banco Bancos bancario", "banco", "es", ["bancos", "banco", "Bancos"]),
        ("gatos, gata y gatear", "gato", "es", ["gatos", "gata"]),
        ("springs spring sprint", "spring", "en", ["springs", "spring"]),
        ("pontos ponto pontual", "ponto", "pt", ["pontos", "ponto"]),
        ("bancos", "bancos", "es", ["bancos"]),
    ],
)
def test_other_forms_on_request(text, word, language, found):
    assert forms(text, word, inflected=language)[: len(found)] == found
    assert forms(text, word) == [form for form in found if form.lower() == word]


def test_forms_of_numbers_are_none_within_numbers():
    assert forms("31.4 y 31 y 4", "31", inflected="es") == ["31"]
    assert forms("31.4 y 31 y 4", "4", inflected="es") == ["4"]


def test_case_matters_where_it_is_asked_for():
    assert forms("STRASSE straße", "straße", match_case=True) == ["straße"]


def test_a_language_without_a_stemmer_is_refused():
    with pytest.raises(InputError, match="es, en, pt"):
        OccurrenceFinder("Bank", inflected="de")
