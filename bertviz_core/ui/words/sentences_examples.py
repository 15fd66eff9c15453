"""Sentences to compare, by language: paraphrases, opposites, turned round, of other topics, translated."""

from __future__ import annotations

SENTENCE_EXAMPLES: dict[str, str] = {
    "es": "La película me pareció muy buena.\n"
    "La película me pareció muy mala.\n"
    "Qué película tan bonita.\n"
    "I liked the film a lot.\n"
    "El médico atendió a la niña por la tarde.\n"
    "Por la tarde la niña fue atendida por el médico.\n"
    "La niña atendió al médico por la tarde.\n"
    "El tren a Sevilla sale a las ocho.\n"
    "A las ocho parte el tren que va a Sevilla.\n"
    "Añade dos huevos y bate la masa.\n"
    "Add two eggs and beat the dough.",
    "en": "I found the film very good.\n"
    "I found the film very bad.\n"
    "What a lovely film that was.\n"
    "La película me gustó mucho.\n"
    "The doctor saw the girl in the afternoon.\n"
    "In the afternoon the girl was seen by the doctor.\n"
    "The girl saw the doctor in the afternoon.\n"
    "The train to London leaves at eight.\n"
    "At eight the train departs for London.\n"
    "Add two eggs and beat the dough.\n"
    "Añade dos huevos y bate la masa.",
    "pt": "Achei o filme muito bom.\n"
    "Achei o filme muito ruim.\n"
    "Que filme bonito.\n"
    "I liked the film a lot.\n"
    "O médico atendeu a menina à tarde.\n"
    "À tarde a menina foi atendida pelo médico.\n"
    "A menina atendeu o médico à tarde.\n"
    "O trem para Santos sai às oito.\n"
    "Às oito parte o trem que vai para Santos.\n"
    "Junte dois ovos e bata a massa.\n"
    "Add two eggs and beat the dough.",
}
