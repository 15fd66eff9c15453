"""A sentence and what could come after it, in each language."""

from __future__ import annotations

RANK_EXAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "es": (
        "Se fue la luz en toda la calle.",
        (
            "Buscamos velas en el cajón.",
            "Llamé a la compañía eléctrica.",
            "Mi prima estudia piano.",
            "La calle es muy larga.",
            "Los pingüinos son aves que no vuelan.",
        ),
    ),
    "en": (
        "the man went to the store",
        (
            "he bought a gallon of milk",
            "the store was closed on Sundays",
            "penguins are flightless birds",
            "a store is a place where things are sold",
            "water boils at a hundred degrees",
        ),
    ),
    "pt": (
        "Esqueci o arroz no fogo.",
        (
            "A cozinha ficou cheia de fumaça.",
            "Tive que jogar a panela fora.",
            "O arroz é cultivado na Ásia.",
            "O violão tem seis cordas.",
            "Os pinguins são aves que não voam.",
        ),
    ),
}
