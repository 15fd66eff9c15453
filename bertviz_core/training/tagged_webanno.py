"""Tagged sentences as WebAnno and INCEpTION export them (TSV 3): words with numbers, places and layers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from bertviz_core.errors import InputError
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.word_columns import Line

_BEGIN = "#FORMAT=WebAnno TSV"
_LAYER = re.compile(r"#T_(SP|CH|RL)=([^|]+)\|?(.*)")
_WORD = re.compile(r"([0-9]+)-[0-9]+")
_SPAN = re.compile(r"(.*?)(?:\[([0-9]+)\])?")
_BEFORE = 3
"""Cells before the layers: number, place, word."""

_NOTHING = ("_", "")
_RESERVED = ("id", "form", "upos", "feats", "misc", "ner")


def webanno_sentences(text: str) -> tuple[list[list[Line]], tuple[str, ...]] | None:
    """Return the rows of each sentence, and what their columns are called; None where it is no such file.

    Spans become tags of IOB2; of several annotations of a word the first one counts.

    Raises:
        InputError: Nothing is annotated in it.
    """
    if not text.lstrip().startswith(_BEGIN):
        return None
    names = list[str]()
    rows = list[tuple[int, str, list[str]]]()
    for number, line in enumerate(re.split(r"\r\n?|\n", text), start=1):
        if len(names) < MOST_COLUMNS and (found := _LAYER.fullmatch(line)):
            names = [*names, *_names(found[2], found[3])][:MOST_COLUMNS]
        cells = line.split("\t", _BEFORE + MOST_COLUMNS)
        word = _WORD.fullmatch(cells[0])
        if word and len(cells) > _BEFORE:
            rows.append((number, word[1], cells))
    tags = [
        _tags([cells[_BEFORE + place : _BEFORE + place + 1] for *_, cells in rows])
        for place in range(len(names))
    ]
    told = sorted(
        (place for place, column in enumerate(tags) if len({tag for tag, _ in column}) > 1),
        key=lambda place: "namedentity" in names[place],
    )
    if not told:
        raise InputError(
            "This file of WebAnno holds no layer with annotations. Export it with the layer that is to "
            "be learned."
        )
    of_spans = {place for place in told if any(tag == "O" for tag, _ in tags[place])}
    sentences: list[list[Line]] = []
    before, open_ids = "", dict[int, str]()
    for row, (number, sentence, cells) in enumerate(rows):
        if sentence != before:
            sentences.append([])
            before, open_ids = sentence, {}
        written = [unicodedata.normalize("NFC", cells[2])]
        for place in told:
            tag, span = tags[place][row]
            if place in of_spans and tag != "O":
                tag = f"{'I' if span and open_ids.get(place) == span else 'B'}-{tag}"
            open_ids[place] = span
            written.append(tag)
        sentences[-1].append((number, written))
    return sentences, ("form", *(names[place] for place in told))


def _names(layer: str, features: str) -> list[str]:
    """Return the names of the columns of a layer, one for each of its features."""
    short = layer.rpartition(".")[2].lower()
    own = [feature for feature in features.split("|", MOST_COLUMNS)[:MOST_COLUMNS] if feature]
    called = [
        short if feature == "value" else f"{short}_{feature.rpartition('.')[2].lower()}" for feature in own
    ]
    return [f"{name}_tags" if name in _RESERVED else name for name in called or [short]]


def _tags(cells: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Return the tag of each word, `O` for none, and the number of the span that it belongs to."""
    tags = []
    for cell in cells:
        first = (cell[0] if cell else "").partition("|")[0]
        found = _SPAN.fullmatch(first)
        name, span = (found[1], found[2] or "") if found else (first, "")
        name = re.sub(r"\\(.)", r"\1", name)
        tags.append(("O", "") if first in _NOTHING or name == "*" else (name, span))
    return tags
