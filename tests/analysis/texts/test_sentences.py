"""Texts as sentences."""

from __future__ import annotations

import pytest

from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.settings import get_settings


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        ("es", "Llegó el Sr. Pérez. ¿Vienes? ¡Claro!", ("Llegó el Sr. Pérez.", "¿Vienes?", "¡Claro!")),
        ("en", "Dr. Smith came. It was 3.5 miles.", ("Dr. Smith came.", "It was 3.5 miles.")),
        ("pt", "A Sra. Ana saiu\n\nEla volta já.", ("A Sra. Ana saiu", "Ela volta já.")),
    ],
)
def test_stops_and_lines_end_sentences_but_abbreviations_do_not(
    language: str, text: str, sentences: tuple[str, ...]
) -> None:
    assert split_sentences(text, language=language) == sentences


def test_a_blank_text_and_a_text_without_end_are_refused() -> None:
    with pytest.raises(InputError):
        split_sentences(" \n\u200b ")
    with pytest.raises(TextTooLongError):
        split_sentences("a" * (get_settings().max_characters + 1))


@pytest.mark.parametrize("kept", ["\u2028", "\u2029", "\u0085", "\f", "\x0b", "\x1e"])
def test_only_ends_of_lines_end_a_sentence_that_goes_on(kept):
    assert len(split_sentences(f"Vi el banco{kept}de la plaza.\nLuego comí", language="es")) == 2
