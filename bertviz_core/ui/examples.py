"""Sentences that work at once, in the three languages of the bundled model."""

from __future__ import annotations

ATTENTION_EXAMPLES: dict[str, tuple[str, ...]] = {
    "es": ("Saqué dinero del banco", "Me siento en el banco"),
    "en": ("The animal did not cross the street because it was tired", "The cat sat on the mat"),
    "pt": ("A menina que comprou o livro gosta de ler", "Tirei dinheiro do banco"),
}

INSIDE_EXAMPLES: dict[str, tuple[str, ...]] = {
    "es": ("El perro persigue al otro perro", "Juan golpeó a Pedro", "El banco cerró y me senté en un banco"),
    "en": ("The dog chases the other dog", "John hit Peter", "The bank stands on the river bank"),
    "pt": (
        "O cachorro corre atrás do outro cachorro",
        "João bateu em Pedro",
        "O banco fechou e sentei no banco",
    ),
}
"""A word that comes twice: the same embedding, other positions; and two words whose order matters."""

MASKED_EXAMPLES: dict[str, tuple[str, ...]] = {
    "es": ("Madrid es la [MASK] de España", "Voy a guardar el dinero en el [MASK]"),
    "en": (
        "the man went to the [MASK] and bought a gallon of milk",
        "Paris is the [MASK] of France",
    ),
    "pt": ("Lisboa é a [MASK] de Portugal", "Vou guardar o queijo na [MASK]"),
}

DIRECTION_EXAMPLES: dict[str, str] = {
    "es": "Ella abrió la [MASK] con la llave",
    "en": "He opened the [MASK] with a key",
    "pt": "Ela abriu a [MASK] com a chave",
}
"""Blanks with telling words on both sides."""

PRETRAINING_EXAMPLES: dict[str, tuple[str, ...]] = {
    "es": (
        "Mi abuela vive en un pueblo de pescadores. Cada mañana abre la ventana y mira los barcos. "
        "Después desayuna pan con tomate en la cocina. Por la tarde pasea con su perro por la playa.",
        "El tren salió de la estación con mucho retraso. Los viajeros esperaban en el andén con sus maletas. "
        "Una niña preguntó a su padre cuándo llegarían.",
    ),
    "en": (
        "My grandmother lives in a house by the sea. Every morning she opens the window and looks at the "
        "boats. Then she has bread and coffee in the kitchen. In the afternoon she walks her dog on the "
        "beach.",
        "The train left the station very late. The passengers were waiting on the platform with their bags. "
        "A girl asked her father when they would arrive.",
    ),
    "pt": (
        "Minha avó mora em uma casa perto do mar. Toda manhã ela abre a janela e olha os barcos. "
        "Depois toma café com pão na cozinha. À tarde ela passeia com o cachorro na praia.",
        "O trem saiu da estação com muito atraso. Os passageiros esperavam na plataforma com suas malas. "
        "Uma menina perguntou ao pai quando eles chegariam.",
    ),
}
"""Short texts of several sentences, of which pairs can be drawn."""

# The second sentence of each pair is the odd one. Those in which `mini` is misled, because the pieces of a
# rare word give each other away, are here on purpose: butter and socks, morning and fridge.
MINIMAL_PAIRS: dict[str, tuple[tuple[str, str], ...]] = {
    "es": (
        ("Bebo agua todos los días", "Bebo piedras todos los días"),
        ("La mesa es redonda", "La mesa es redondo"),
        ("Los perros ladran", "Los perros maúllan"),
    ),
    "en": (
        ("She drinks water every day", "She drinks stones every day"),
        ("The keys to the house are on the table", "The keys to the house is on the table"),
        ("He ate bread with butter", "He ate bread with socks"),
    ),
    "pt": (
        ("Bebo água todos os dias", "Bebo pedras todos os dias"),
        ("Os meninos jogam bola na rua", "Os meninos joga bola na rua"),
        ("O sol nasce de manhã", "O sol nasce na geladeira"),
    ),
}

ORDER_EXAMPLES: dict[str, tuple[str, ...]] = {
    "es": (
        "Ella dejó las llaves en la mesa de la cocina y por eso no pudo entrar en casa cansada",
        "Las fotos que guardamos en la caja de madera cuando murió el abuelo están muy viejas",
    ),
    "en": (
        "She left the keys on the kitchen table and so she could not open the door when she came home",
        "The pictures that we put into the wooden box when our grandfather died are very old",
    ),
    "pt": (
        "Ela deixou as chaves na mesa da cozinha e por isso não pôde entrar em casa cansada",
        "As fotos que guardamos na caixa de madeira quando o avô morreu estão muito velhas",
    ),
}
"""What comes late hangs on the first words: who, how many, of which gender."""
