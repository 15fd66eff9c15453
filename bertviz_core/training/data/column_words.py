"""What people call the columns of tables; the usual names first."""

from __future__ import annotations

LABELS = (
    "label labels etiqueta etiquetas rótulo rotulo class clase classe category categoria categoría sentiment "
    "sentimiento sentimento polarity polaridad polaridade target spam gold y intent stars rating tag "
    "annotations annotation cats choices"
).split()
TEXTS = (
    "text texto texts textos sentence oración oracion frase sentença sentence1 premise premisa premissa "
    "first question1 s1 text_a review reseña resenha message mensaje mensagem content comment comentario "
    "comentário tweet title body"
).split()
SECONDS = (
    "sentence2 hypothesis hipótesis hipotese hipótese second question2 s2 text_b pair text2 texto2"
).split()
TEXT_NAMES = frozenset(TEXTS)
KNOWN = {*LABELS, *TEXTS, *SECONDS, "id", "language", "idioma", "lang", "index"} - {"spam"}
