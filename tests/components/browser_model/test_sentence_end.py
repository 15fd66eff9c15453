"""The browser reads a blank at the end of a text as the engine does."""

from __future__ import annotations

from benchmarks.browser_model_in_node import sentence_ends
from bertviz_core.engine import BertEngine

TEXTS = [
    "I drink my coffee with [MASK]",
    "¿Dónde está mi [MASK]",
    "He said (with a :( face) “I like [MASK]",
    "A capital da França é [MASK] ",
    "¡Qué [MASK]! ¿Y (tú [MASK]",
    "«Me gusta el [MASK]»",
    "The [MASK] of the river",
]


def test_a_blank_at_the_end_is_read_as_the_engine_reads_it(mini: BertEngine) -> None:
    readings = [mini.read_blanks(text, end_sentence=True) for text in TEXTS]
    assert sum(reading.ended for reading in readings) >= 3
    asked = [
        (mini.encode(text).text, str(reading.notes[0].fields["sign"]) if reading.ended else "word")
        for text, reading in zip(TEXTS, readings, strict=True)
    ]
    for found, reading in zip(sentence_ends(asked), readings, strict=True):
        assert (found["text"] if found else None) == (reading.encoding.text if reading.ended else None)
