"""Pairs of sentences that differ in little, with the same blank: what the difference does to the answer."""

from __future__ import annotations

# The first pair of a language begins with the example with which the page opens.
COMPARED_EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "es": (
        ("Madrid es la [MASK] de España", "Madrid es la [MASK] más grande de España"),
        ("El médico dijo que ___ estaba cansado", "La médica dijo que ___ estaba cansada"),
        ("Ella abrió la [MASK] con la llave", "Ella abrió el [MASK] con la llave"),
    ),
    "en": (
        (
            "the man went to the [MASK] and bought a gallon of milk",
            "the man went to the [MASK] and borrowed a book",
        ),
        ("He worked as a ___ in a hospital", "She worked as a ___ in a hospital"),
        ("The doctor said that ___ was tired", "The nurse said that ___ was tired"),
    ),
    "pt": (
        ("Lisboa é a [MASK] de Portugal", "Lisboa é a [MASK] mais antiga de Portugal"),
        ("Vou guardar o queijo na [MASK]", "Vou guardar o dinheiro na [MASK]"),
        ("Ele trabalha como ___ em um hospital", "Ela trabalha como ___ em um hospital"),
    ),
}


def partner_of(sentence: str) -> str | None:
    """Return the second sentence of the pair that begins with this one."""
    pairs = (pair for pairs in COMPARED_EXAMPLES.values() for pair in pairs)
    return next((second for first, second in pairs if first == sentence.strip()), None)
