"""Texts that nobody has asked about before: sentences in three languages, or as long as is asked for."""

from __future__ import annotations

import random

WORDS = {
    "es": "saqué dinero del banco y compré pan el gato duerme en la cama mientras llueve María lee un libro "
    "viejo cerca de la ventana mi hermana vive en una casa pequeña con su perro hoy hace mucho frío",
    "en": "the cat sat on the old mat and looked at a bird my sister reads every day in this small town when "
    "it rains we drink coffee near the window he went to the bank with some money that she had found",
    "pt": "a menina comprou um livro e gosta de ler o gato dorme na cama enquanto chove minha irmã mora em "
    "uma casa perto do mar hoje faz muito frio tirei dinheiro do banco para pagar o pão da semana",
}
"""Words of short sentences, by language."""

ONE_PIECE = "agua casa mesa libro noche ciudad camino tiempo vida".split()
"""Words of one token each."""


class Texts:
    """The texts of one visitor.

    Args:
        seed: Another one for every visitor of every run, so that no text was answered before.
        language: `es`, `en` or `pt`.
        tokens: Length of every text, special tokens included; short sentences when None.
    """

    def __init__(self, seed: str, language: str, tokens: int | None) -> None:
        self._random = random.Random(seed)
        self._language = language
        self._tokens = tokens

    def sentence(self, *, blank: bool = False) -> str:
        """Make a text of 4 to 12 words, or of the length asked for; one word may be a blank."""
        if self._tokens is None:
            words = self._random.sample(WORDS[self._language].split(), self._random.randint(4, 12))
        else:
            words = self._random.choices(ONE_PIECE, k=max(1, self._tokens - 2))
        if blank:
            words[self._random.randrange(len(words))] = "[MASK]"
        return " ".join(words)

    def paragraph(self, sentences: int) -> str:
        """Make several short sentences."""
        made = (self._random.sample(WORDS[self._language].split(), 6) for _ in range(sentences))
        return " ".join(f"{' '.join(words).capitalize()}." for words in made)
