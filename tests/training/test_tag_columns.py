"""Which columns of a file hold words and tags: of CoNLL-U, of numbered words, and of several columns."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.tagged_sentences import read_tagged, read_tagged_file

TREE = """# sent_id = {n}
# text = Ana va del mar
1\tAna\tAna\tPROPN\tNP00\tGender=Fem|Number=Sing\t2\tnsubj\t_\t_
2\tva\tir\tVERB\tVMIP\tNumber=Sing\t0\troot\t_\tSpaceAfter=No
3-4\tdel\t_\t_\t_\t_\t_\t_\t_\t_
3\tde\tde\tADP\tSPS\t_\t5\tcase\t_\t_
4\tel\tel\tDET\tDA0\tGender=Masc|Number=Sing\t5\tdet\t_\t_
4.1\tfue\tir\tVERB\tVMIS\t_\t_\t_\t_\t_
5\tmar\tmar\tNOUN\tNC\tGender=Masc\t2\tobl\t_\tSpaceAfter=No|NER=B-LOC
"""
TREEBANK = "\n".join(TREE.replace("{n}", str(n)) for n in range(12))
WORDS = ("Ana", "va", "de", "el", "mar")
UPOS = ("PROPN", "VERB", "ADP", "DET", "NOUN")


@pytest.mark.parametrize(
    ("asked", "taken", "tags"),
    [
        ("", "upos", UPOS),
        ("UPOS", "upos", UPOS),
        ("4", "upos", UPOS),
        ("xpos", "xpos", ("NP00", "VMIP", "SPS", "DA0", "NC")),
        ("Gender", "Gender", ("Fem", "_", "_", "Masc", "Masc")),
        ("number", "Number", ("Sing", "Sing", "_", "Sing", "_")),
        ("deprel", "deprel", ("nsubj", "root", "case", "det", "obl")),
        ("NER", "NER", ("O", "O", "O", "O", "B-LOC")),
        ("column", "misc", ("_", "SpaceAfter=No", "_", "_", "SpaceAfter=No|NER=B-LOC")),
    ],
)
def test_a_treebank_gives_its_forms_and_the_tags_that_are_asked_for(
    asked: str, taken: str, tags: tuple[str, ...]
) -> None:
    file = read_tagged_file(TREEBANK, tags=asked)
    assert len(file.sentences) == 12
    assert {sentence.tokens for sentence in file.sentences} == {WORDS}
    assert {sentence.tags for sentence in file.sentences} == {tags}
    assert file.tags == taken
    assert file.tag_choices == ("upos", "xpos", "deprel", "Gender", "NER", "Number")
    (note, *others) = file.notes
    assert "CoNLL-U" in str(note) and "(12)" in str(note) and note.option.startswith("--tags")
    assert [other.kind for other in others] == (["scheme"] if taken in ("NER", "misc") else [])


@pytest.mark.parametrize(
    "text",
    [
        TREEBANK.replace("\n", "\r\n"),
        "\ufeff# newdoc id = x\n# newpar\n" + TREEBANK,
        TREEBANK.replace("\t", "  "),
        TREEBANK.replace("# sent_id", "# generator\n#sent_id"),
        "ID\tFORM\tLEMMA\tUPOS\tXPOS\tFEATS\tHEAD\tDEPREL\tDEPS\tMISC\n" + TREEBANK,
        "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
        + "\n".join(line + "\t*" if "\t" in line else line for line in TREEBANK.split("\n")),
    ],
    ids=["windows", "documents", "spaces", "comments", "heading", "conllu-plus"],
)
def test_treebanks_as_they_are_saved(text: str) -> None:
    assert {(s.tokens, s.tags) for s in read_tagged(text)} == {(WORDS, UPOS)}


def test_a_treebank_without_upos_gives_what_it_has() -> None:
    bare = TREEBANK
    for tag in UPOS:
        bare = bare.replace(f"\t{tag}\t", "\t_\t")
    file = read_tagged_file(bare)
    assert file.tags == "xpos" and "tags from XPOS" in str(file.notes[0])


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1\tAna\tB-PER\t-\t-\n2\tva\tO\t-\t-\n\n", "3"),  # Universal NER
        ("#\thttp://a.example [2009]\n1\tAna\tB-PER\tO\n2\tva\tO\tO\n\n", "3"),  # GermEval
        ("1 Ana NP B-PER\n2 va VM O\n\n", "4"),
        ("0\tAna\tB-PER\n1\tva\tO\n\n", "3"),
    ],
)
def test_numbers_of_words_are_no_words(text: str, number: str) -> None:
    file = read_tagged_file(text * 12)
    assert {(s.tokens, s.tags) for s in file.sentences} == {(("Ana", "va"), ("B-PER", "O"))}
    assert file.tags == number and f"tags from number {number}" in str(file.notes[0])


def running(tree: str, *, step: int = 1, copies: int = 12) -> str:
    """Return copies of a sentence whose words are numbered through the file."""
    lines, number = [], 0
    for line in tree.split("\n") * copies:
        if line[:1].isdecimal():
            number += step
            line = f"{number}\t{line.partition(chr(9))[2]}"
        lines.append(line)
    return "\n".join(lines)


PLAIN_TREE = "\n".join(line for line in TREE.split("\n") if not line.startswith(("3-4", "4.1")))


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("asked", ["", "upos", "4"])
@pytest.mark.parametrize("comments", [True, False])
def test_numbers_that_run_on_through_the_file_are_no_words(step: int, asked: str, comments: bool) -> None:
    text = running(PLAIN_TREE + "\n", step=step)
    if not comments:
        text = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    file = read_tagged_file(text, tags=asked)
    assert {(s.tokens, s.tags) for s in file.sentences} == {(WORDS, UPOS)}
    assert "CoNLL-U" in str(file.notes[0]) and file.tags == "upos"


def test_words_alone_in_their_sentence_may_be_numbered_through_the_file() -> None:
    text = running("1\tAna\tB-PER\n2\tva\tO\n\n1\tSí\tO\n\n1\tYa\tO\n")
    assert [s.tokens for s in read_tagged(text)[:3]] == [("Ana", "va"), ("Sí",), ("Ya",)]


def test_a_name_of_conll_u_says_what_ten_columns_are() -> None:
    text = TREEBANK
    for number in "12345":
        text = text.replace(f"\n{number}\t", f"\nt{number}\t")
    ranges = [line for line in text.split("\n") if not line.startswith(("3-4", "4.1"))]
    file = read_tagged_file("\n".join(ranges), tags="upos")
    assert {(s.tokens, s.tags) for s in file.sentences} == {(WORDS, UPOS)}


def test_numbers_of_sentence_and_word_are_no_empty_nodes() -> None:
    (first, *_) = read_tagged("1.1 Ana NP B-PER\n1.2 va VM O\n\n" * 12)
    assert first.tokens == ("Ana", "va")


def test_numbers_that_are_words_stay_words() -> None:
    assert read_tagged("1 NUM\n2 NUM\nx X\n\n" * 12)[0].tokens == ("1", "2", "x")
    rows = "1 CD B-QTY\nde IN O\n#tag NN O\n\n" * 12
    assert read_tagged(rows)[0].tokens == ("1", "de", "#tag")


@pytest.mark.parametrize(
    ("asked", "tags"),
    [("", ("B-PER", "O")), ("column", ("B-PER", "O")), ("2", ("NP", "VM")), ("3", ("B-NP", "B-VP"))],
)
def test_another_column_can_be_named(asked: str, tags: tuple[str, ...]) -> None:
    file = read_tagged_file("Ana NP B-NP B-PER\nva VM B-VP O\n\n" * 12, tags=asked)
    assert file.sentences[0].tags == tags
    assert file.tag_choices == ("2", "3", "4")


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        (TREEBANK, "Tense", "upos, xpos, deprel, Gender, NER, Number, column"),
        (TREEBANK, "form", "no tags “form”"),
        (TREEBANK, "11", "no tags “11”"),
        ("a B-X\nb O\n\n" * 12, "upos", "no tags “upos”"),
        (TREEBANK.replace("2\tva", "x\tva", 1), "", "Line 4 does not begin with the number"),
        ("1\t_\t_\tNOUN\t_\t_\t_\t_\t_\t_\n2\t_\t_\tVERB\t_\t_\t_\t_\t_\t_\n\n" * 12, "", "taken out"),
        ("".join(f"1\ta\ta\tX\tT{n}\t_\t0\t_\t_\t_\n\n" for n in range(70)), "xpos", "70 different tags"),
    ],
)
def test_what_cannot_be_taken_is_told(text: str, asked: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_tagged(text, tags=asked)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009", "\u3000", "\u2028", "\x85", "\x0b"])
@pytest.mark.parametrize("between", [" ", "\t", "   "])
def test_only_tabs_and_plain_spaces_part_columns(space: str, between: str) -> None:
    rows = (f"10{space}000{between}B-QTY", f"euros{between}O", f".{between}O")
    (first, *_) = read_tagged("\n\n".join(["\n".join(rows)] * 12))
    assert first.tokens == (f"10{space}000", "euros", ".")
    assert first.tags == ("B-QTY", "O", "O")


def test_a_line_with_nothing_to_see_parts_sentences() -> None:
    assert len(read_tagged("a B-X\nb O\n\u00a0\n" * 6 + "a B-X\nb O\n\u200b\n" * 6)) == 12


OF_2012 = """#begin document (bc/x); part 000
bc/x 0 0 Ana NNP (TOP(S(NP* - - - ana (PERSON* (ARG0* * (12
bc/x 0 1 Gil NNP *) - - - ana *) *) * 12)
bc/x 0 2 vive VBZ (VP* vivir 01 1 ana * (V*) * -
bc/x 0 3 en IN (PP* - - - ana * (ARGM* * -
bc/x 0 4 Lugo NNP (NP*)))) - - - ana (GPE) *) * -

bc/x 0 0 Vive VBZ (TOP(S(VP*))) vivir 01 1 ana * (V*) -

#end document
"""


@pytest.mark.parametrize(
    ("asked", "taken", "tags"),
    [
        ("", "ner", ("B-PERSON", "I-PERSON", "O", "O", "B-GPE")),
        ("xpos", "xpos", ("NNP", "NNP", "VBZ", "IN", "NNP")),
        ("5", "xpos", ("NNP", "NNP", "VBZ", "IN", "NNP")),
    ],
)
def test_a_file_of_conll_2012_gives_its_words_and_entities(
    asked: str, taken: str, tags: tuple[str, ...]
) -> None:
    file = read_tagged_file(OF_2012 * 6, tags=asked)
    assert len(file.sentences) == 12 and file.tags == taken and taken in file.tag_choices
    first, second = file.sentences[:2]
    assert first.tokens == ("Ana", "Gil", "vive", "en", "Lugo") and second.tokens == ("Vive",)
    assert first.tags == tags
    assert "CoNLL-2012" in str(file.notes[0])
    assert file.scheme == ("brackets" if taken == "ner" else "classes")
