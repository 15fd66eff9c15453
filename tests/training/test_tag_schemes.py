"""How tags say where entities are: recognised, named, and read otherwise on request."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.tag_schemes import SCHEMES, read_scheme
from bertviz_core.training.tagged_sentences import read_tagged_file
from bertviz_core.training.tagging_scores import entities_of


@pytest.mark.parametrize(
    ("written", "scheme", "expected"),
    [
        ("B I I O", "bio2", "B-ENT I-ENT I-ENT O"),
        ("O B O B", "bio2", "O B-ENT O B-ENT"),
        ("I I O I", "io", "B-ENT I-ENT O B-ENT"),
        ("B I B I", "bio2", "B-ENT I-ENT B-ENT I-ENT"),
        ("I I B O", "iob1", "B-ENT I-ENT B-ENT O"),
        ("B I E S O", "bioes", "B-ENT I-ENT I-ENT B-ENT O"),
        ("B I L U O", "bilou", "B-ENT I-ENT I-ENT B-ENT O"),
        ("B M E S", "bmeso", "B-ENT I-ENT I-ENT B-ENT"),
        ("B- I- O", "bio2", "B-ENT I-ENT O"),
        ("B-NAME M-NAME E-NAME S-ORG O", "bmeso", "B-NAME I-NAME I-NAME B-ORG O"),
        ("B-X I-X O", "bio2", "B-X I-X O"),
        ("I-X B-X O I-Y", "iob1", "B-X B-X O B-Y"),
        ("b-x i-x o", "bio2", "B-x I-x O"),
        ("b i o", "bio2", "B-ENT I-ENT O"),
        ("X-B X-I O Y_B", "bio2", "B-X I-X O B-Y"),
        ("I-X E-X E-X I-Y E-Y O", "ioe", "B-X I-X B-X B-Y I-Y O"),
        ("I-X E-X I-X I-Y O", "ioe", "B-X I-X B-X B-Y O"),
        ("B:X I:X O B:Y", "bio2", "B-X I-X O B-Y"),
        ("Begin_X Inside_X O Begin_Y", "bio2", "B-X I-X O B-Y"),
        ("B-X I-X 0 B-Y", "bio2", "B-X I-X O B-Y"),
        ("B-X I-X OUTSIDE B-Y", "bio2", "B-X I-X O B-Y"),
        ("(X* *) * (Y)", "brackets", "B-X I-X O B-Y"),
        ("(X* * *) (X*) *", "brackets", "B-X I-X I-X B-X O"),
        ("(X* (Y* *)) (Y) *", "brackets", "B-X I-X I-X B-Y O"),
        ("(X(Y*) *) (V*) *", "brackets", "B-X I-X B-V O"),
        ("X X O Y", "names", "B-X I-X O B-Y"),
        ("S:sg V:inf O N:pl", "names", "B-S:sg B-V:inf O B-N:pl"),
        ("B I 0", "bio2", "B-ENT I-ENT O"),
        ("0 B E S", "bioes", "O B-ENT I-ENT B-ENT"),
        ("B L U I 0", "bilou", "B-ENT I-ENT B-ENT B-ENT O"),
        ("B I _", "bio2", "B-ENT I-ENT O"),
        ("I I 0", "io", "B-ENT I-ENT O"),
        ("b i 0", "bio2", "B-ENT I-ENT O"),
        ("b-x i-x 0", "bio2", "B-x I-x O"),
        ("b m e s", "bmeso", "B-ENT I-ENT I-ENT B-ENT"),
        ("BEGIN INSIDE OUTSIDE", "bio2", "B-ENT I-ENT O"),
        ("B-X I-X none", "bio2", "B-X I-X O"),
        ("m s _", "classes", "m s _"),
        ("I -", "classes", "I -"),
        ("0 B X", "classes", "0 B X"),
        ("( NN ) *", "classes", "( NN ) *"),
        ("(12 12) - (3)", "classes", "(12 12) - (3)"),
        ("L P O L", "names", "B-L B-P O B-L"),
        ("N V I", "classes", "N V I"),
        ("B V N", "classes", "B V N"),
        ("NOUN VERB", "classes", "NOUN VERB"),
    ],
)
def test_a_scheme_is_recognised_and_named(written: str, scheme: str, expected: str) -> None:
    read = read_scheme([written.split()])
    assert read.scheme == scheme
    assert read.tags == (tuple(expected.split()),)
    assert read.note.kind == "scheme" and read.note.option == "--scheme NAME"
    assert scheme in ("classes", "names", "brackets") or scheme.upper() in str(read.note)


def test_bare_letters_are_one_entity_of_one_class() -> None:
    (tags,) = read_scheme(["O B I I O B".split()]).tags
    assert sorted(entities_of([tags])) == [(0, 1, 4, "ENT"), (0, 5, 6, "ENT")]


@pytest.mark.parametrize("scheme", ["bio2", "iob1", "bioes", "bilou", "names", "classes"])
def test_the_scheme_can_be_named(scheme: str) -> None:
    read = read_scheme([["B", "I", "O"]], scheme)
    assert read.scheme == scheme
    wanted = {"classes": ("B", "I", "O"), "names": ("B-B", "B-I", "O")}
    assert read.tags == (wanted.get(scheme, ("B-ENT", "I-ENT", "O")),)


@pytest.mark.parametrize(
    ("tags", "scheme", "told"),
    [
        ("B-X I-X O", "bioul", ", ".join(SCHEMES)),
        ("B-X E-X O", "bio2", "“E-X”"),
        ("PER O", "bioes", "“PER”"),
        ("B-X PER O", "", "in one way"),
        ("B I-X O", "", "in one way"),
    ],
)
def test_what_is_of_no_scheme_is_refused(tags: str, scheme: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_scheme([tags.split()], scheme)


def test_entities_within_others_are_counted() -> None:
    read = read_scheme(["(X* (Y* *)) (Y) *".split(), "(X(Y*) *)".split()])
    assert "“(”" in str(read.note) and "(2)" in str(read.note)


@pytest.mark.parametrize("tags", ["(X* * *", "* *) (X)", "(X* *)) *"])
def test_brackets_that_do_not_fit_are_told(tags: str) -> None:
    good = [["(X*", "*)", "*"]] * 11
    with pytest.raises(InputError, match="brackets of sentence 12"):
        read_scheme([*good, tags.split()])


def test_names_beside_few_o_are_doubtful() -> None:
    assert read_scheme([["N", "V", "O", "N"]]).note.doubtful
    assert not read_scheme([["O", "O", "PER", "O"]]).note.doubtful


@pytest.mark.parametrize(
    ("rows", "apart", "joined"),
    [
        ("a B-PER\nb I-per\nc O\nd B-PER\n", "B-PER B-per O B-PER", "B-PER I-PER O B-PER"),
        ("a noun\nb NOUN\nc VERB\nd NOUN\n", "noun NOUN VERB NOUN", "NOUN NOUN VERB NOUN"),
        ("a per\nb PER\nc O\nd PER\n", "B-per B-PER O B-PER", "B-PER I-PER O B-PER"),
        ("a PER-B\nb per-I\nc O\nd PER-B\n", "B-PER B-per O B-PER", "B-PER I-PER O B-PER"),
    ],
)
def test_classes_of_words_written_nearly_alike_are_joined_on_request(
    rows: str, apart: str, joined: str
) -> None:
    file = read_tagged_file(f"{rows}\n" * 12)
    assert " ".join(file.sentences[0].tags) == apart and file.has_near_classes
    assert file.notes[-1].doubtful and file.notes[-1].option == "--join-classes"
    file = read_tagged_file(f"{rows}\n" * 12, join_classes=True)
    assert " ".join(file.sentences[0].tags) == joined and "are joined" in str(file.notes[-1])
