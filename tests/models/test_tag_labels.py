"""The labels of taggers in every scheme that people's models have."""

from __future__ import annotations

import fine_tuned_checkpoints
import pytest

from bertviz_core.engine import load_engine
from bertviz_core.models.tag_labels import labels_note, read_tag_labels


def entities(labels: str, tags: str, **options: bool) -> list[tuple[str, int, int]]:
    names = labels.split()
    return read_tag_labels(names, **options).entities([names.index(tag) for tag in tags.split()])


@pytest.mark.parametrize(
    ("labels", "tags", "scheme"),
    [
        ("O B-PER I-PER B-LOC I-LOC", "B-PER I-PER I-PER O O B-LOC", "bio2"),
        ("O I-PER I-LOC", "I-PER I-PER I-PER O O I-LOC", "io"),
        ("O B-PER I-PER E-PER S-LOC", "B-PER I-PER E-PER O O S-LOC", "bioes"),
        ("O B-PER I-PER L-PER U-LOC", "B-PER I-PER L-PER O O U-LOC", "bilou"),
        ("O B-PER M-PER E-PER S-LOC", "B-PER M-PER E-PER O O S-LOC", "bmeso"),
        ("O B-PER M-PER E-PER W-LOC", "B-PER M-PER E-PER O O W-LOC", "bmeso"),
        ("O I-PER E-PER I-LOC E-LOC", "I-PER I-PER E-PER O O E-LOC", "ioe"),
        ("O PER-B PER-I LOC-B LOC-I", "PER-B PER-I PER-I O O LOC-B", "bio2"),
        ("O PER_B PER_I PER_E LOC_S", "PER_B PER_I PER_E O O LOC_S", "bioes"),
        ("o b-PER i-PER b-LOC i-LOC", "b-PER i-PER i-PER o o b-LOC", "bio2"),
        ("O B_PER I_PER B_LOC I_LOC", "B_PER I_PER I_PER O O B_LOC", "bio2"),
        ("O B:PER I:PER B:LOC I:LOC", "B:PER I:PER I:PER O O B:LOC", "bio2"),
        ("Out Begin-PER Inside-PER Begin-LOC", "Begin-PER Inside-PER Inside-PER Out Out Begin-LOC", "bio2"),
        ("0 B-PER I-PER B-LOC", "B-PER I-PER I-PER 0 0 B-LOC", "bio2"),
        ("O X [CLS] [SEP] B-PER I-PER B-LOC", "B-PER I-PER I-PER X O B-LOC", "bio2"),
        ("O PER LOC", "PER PER PER O O LOC", "names"),
        ("PER LOC O MISC ORG", "PER PER PER O O LOC", "names"),
        ("OUTSIDE PER LOC", "PER PER PER OUTSIDE OUTSIDE LOC", "names"),
        ("none PER LOC", "PER PER PER none none LOC", "names"),
    ],
)  # fmt: skip
def test_entities_are_the_same_in_every_scheme(labels: str, tags: str, scheme: str) -> None:
    assert entities(labels, tags) == [("PER", 0, 2), ("LOC", 5, 5)]
    assert read_tag_labels(labels.split()).scheme == scheme


@pytest.mark.parametrize(
    ("labels", "tags", "found"),
    [
        ("O B-A I-A E-A S-A", "B-A E-A B-A E-A S-A S-A", [(0, 1), (2, 3), (4, 4), (5, 5)]),
        ("O B-A I-A L-A U-A", "U-A U-A B-A L-A I-A O", [(0, 0), (1, 1), (2, 3), (4, 4)]),
        ("O I-A E-A", "I-A E-A E-A I-A I-A O", [(0, 1), (2, 2), (3, 4)]),
        ("O B-A I-A", "I-A I-A B-A I-A O I-A", [(0, 1), (2, 3), (5, 5)]),
        ("O A", "A A O A O O", [(0, 1), (3, 3)]),
    ],
)
def test_neighbours_of_one_class_are_told_apart(labels: str, tags: str, found: list[tuple[int, int]]) -> None:
    assert [place for _, *place in entities(labels, tags)] == [list(place) for place in found]


def test_letters_alone_are_entities_without_a_class() -> None:
    assert entities("B I O", "B I O B") == [("ENT", 0, 1), ("ENT", 3, 3)]
    assert entities("B M E S", "B M E S") == [("ENT", 0, 2), ("ENT", 3, 3)]


@pytest.mark.parametrize(
    "labels",
    [
        "NOUN VERB ADJ",
        "O NOUN VERB ADJ",
        "NN VB DT IN O",
        "LABEL_0 LABEL_1 LABEL_2",
        "COMMA PERIOD",
        "N-M S-P U-X",
        "S-sg E-pl O",
        "B V N",
    ],
)
def test_classes_of_words_are_no_entities(labels: str) -> None:
    read = read_tag_labels(labels.split())
    assert read.scheme == "classes" and read.entities(range(len(labels.split()))) == []
    assert labels_note(read) == ()


def test_a_bare_name_beside_letters_is_an_entity_too() -> None:
    assert entities("O B-PER I-PER DATE", "B-PER DATE DATE O") == [("PER", 0, 0), ("DATE", 1, 2)]


def test_what_was_learned_here_as_classes_stays_so() -> None:
    assert entities("O PER LOC", "PER O LOC", learned_here=True) == []
    assert entities("O B-X I-X", "B-X I-X O", learned_here=True) == [("X", 0, 1)]


def test_the_model_says_how_its_labels_are_read(tmp_path) -> None:
    def notes(name: str, labels: str, **more):
        folder = fine_tuned_checkpoints.build(tmp_path / name, task="tagging", labels=labels.split(), **more)
        return [(note.kind, str(note)) for note in load_engine(str(folder)).info.notes]

    ((kind, text),) = notes("bioes", "O B-PER I-PER E-PER S-LOC")
    assert kind == "scheme" and "BIOES" in text
    ((kind, text),) = notes("names", "O PER LOC")
    assert kind == "scheme" and "“O”" in text
    assert notes("usual", "O B-PER I-PER") == [] and notes("speech", "NOUN VERB") == []
    assert notes("own", "O PER LOC", own={"task": "tagging"}) == []
