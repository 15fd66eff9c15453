"""Pairs of sentences that show clear answers and wrong ones, by language; the page opens with the first."""

from __future__ import annotations

PAIR_EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "es": (
        ("El hombre fue a la tienda.", "Compró un litro de leche."),
        ("El hombre fue a la tienda.", "Los pingüinos son aves que no vuelan."),
        ("Llegamos tarde al cine.", "Llegamos pronto al cine."),
        ("Mi hermana perdió las llaves", "Las jirafas comen hojas de los árboles"),
    ),
    "en": (
        ("the man went to the store", "he bought a gallon of milk"),
        ("the man went to the store", "penguins are flightless birds"),
        ("He opened the umbrella.", "It had started to rain."),
        ("My sister lost her keys", "The river flows into the sea"),
    ),
    "pt": (
        ("O homem foi à loja.", "Comprou um litro de leite."),
        ("O homem foi à loja.", "Os pinguins são aves que não voam."),
        ("Esqueci o arroz no fogo.", "A cozinha ficou cheia de fumaça."),
        ("Minha irmã perdeu as chaves", "As girafas comem folhas das árvores"),
    ),
}
