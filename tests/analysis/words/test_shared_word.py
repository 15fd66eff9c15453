"""Who asks for a word that no sentence holds is told which word the sentences share."""

from __future__ import annotations

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

BANKS = ("Fui al banco de la esquina", "El Banco cobra comisiones", "Mi hermana nada en el río")


@pytest.mark.parametrize(
    ("sentences", "shared"),
    [
        (BANKS, "banco"),
        (BANKS[1:], None),
        (("Un perro que ladra", "Un gato que corre"), None),  # what they share is short
        (("123456 es un número", "123456 es otro"), None),
    ],
)
def test_the_word_of_most_sentences_is_named(
    mini: BertEngine, sentences: tuple[str, ...], shared: str | None
) -> None:
    with pytest.raises(InputError) as raised:
        mini.word_layers(sentences, "cura")
    assert str(raised.value).startswith("“cura” stands in none of these sentences.")
    assert (f"“{shared}”" in str(raised.value)) == (shared is not None)


def test_a_single_sentence_is_not_called_several(mini: BertEngine) -> None:
    with pytest.raises(InputError, match="“cura” does not stand in this sentence"):
        mini.word_layers(BANKS[:1], "cura")
