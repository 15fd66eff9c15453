"""Pairs of sentences in which one word goes different ways."""

from __future__ import annotations

from typing import NamedTuple


class PathExample(NamedTuple):
    """Two sentences, and the word of the first that is followed."""

    first: str
    second: str
    word: str


PATH_EXAMPLES: dict[str, tuple[PathExample, ...]] = {
    "es": (
        PathExample(
            "El hombre joven saltó de un tejado a otro.",
            "El hombre araña saltó de un tejado a otro.",
            "hombre",
        ),
        PathExample("El banco abre a las nueve.", "El banco está pintado de verde.", "banco"),
        PathExample("Compré una planta en el mercado.", "Vivo en la primera planta.", "planta"),
    ),
    "en": (
        PathExample(
            "The young man jumped from one roof to the next.",
            "The spider man jumped from one roof to the next.",
            "man",
        ),
        PathExample("The bank opens at nine.", "The bank of the river is muddy.", "bank"),
        PathExample("The light is too bright.", "The bag is very light.", "light"),
    ),
    "pt": (
        PathExample(
            "O homem jovem saltou de um telhado para o outro.",
            "O homem aranha saltou de um telhado para o outro.",
            "homem",
        ),
        PathExample("A manga está madura e doce.", "A manga da camisa rasgou.", "manga"),
        PathExample("O banco abre às dez horas.", "O banco da praça é de madeira.", "banco"),
    ),
}


def example_word(first: str, second: str) -> str | None:
    """Return the word that is followed in an example, None for other sentences."""
    examples = (example for of_language in PATH_EXAMPLES.values() for example in of_language)
    return next((word for a, b, word in examples if (a, b) == (first, second)), None)
