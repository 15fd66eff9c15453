"""Tagged sentences in the files that people have."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.tagged_sentences import (
    MOST_SENTENCES,
    MOST_TAGS,
    TaggedSentence,
    read_tagged,
    read_tagged_file,
)

ROWS = ("Ana B-PER", "Gil I-PER", "vive O", "en O", "Lugo B-LOC", ". O")
WORDS = ("Ana", "Gil", "vive", "en", "Lugo", ".")
TAGS = ("B-PER", "I-PER", "O", "O", "B-LOC", "O")


def file_of(*rows: str, times: int = 12) -> str:
    return "\n\n".join(["\n".join(rows)] * times) + "\n"


def first(text: str) -> TaggedSentence:
    sentences = read_tagged(text)
    assert len(sentences) == 12
    assert len({(sentence.tokens, sentence.tags) for sentence in sentences}) == 1
    return sentences[0]


@pytest.mark.parametrize(
    "text",
    [
        file_of(*ROWS),
        file_of(*(row.replace(" ", "\t") for row in ROWS)),
        file_of(*(row.replace(" ", " NN B-NP ") for row in ROWS)),
        file_of(*(row.replace(" ", "\tNN\t_\t") for row in ROWS)),
        "-DOCSTART- -X- -X- O\n\n" + file_of(*ROWS),
        "-DOCSTART- O\n" + file_of(*ROWS),
        file_of(*ROWS).replace("\n", "\r\n"),
        file_of(*ROWS).replace("\n", "\r"),
        "\ufeff\n\n" + file_of(*ROWS).replace("\n\n", "\n \t\n\n") + "\n\n",
        "word\ttag\n" + file_of(*(row.replace(" ", "\t") for row in ROWS)),
        "# sent_id = 1\n" + file_of(*(row.replace(" ", "\t") for row in ROWS)),
    ],
    ids="spaces tabs conll-2003 many-tabs docstart joined windows old-mac blank heading comment".split(),
)
def test_the_word_comes_first_and_the_tag_last(text: str) -> None:
    read = first(text)
    assert (read.tokens, read.tags) == (WORDS, TAGS)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("B-A I-A B-A O I-A I-B", "B-A I-A B-A O B-A B-B"),
        ("I-A I-A B-A I-A O I-B", "B-A I-A B-A I-A O B-B"),  # IOB1
        ("B-A E-A S-A S-A O B-B", "B-A I-A B-A B-A O B-B"),  # BIOES
        ("B-A I-A E-A I-A O S-B", "B-A I-A I-A B-A O B-B"),
        ("B-A L-A U-A U-A O U-B", "B-A I-A B-A B-A O B-B"),  # BILOU
        ("A A B A O A", "B-A I-A B-B B-A O B-A"),
        ("NOUN NOUN VERB ADP PROPN PUNCT", "NOUN NOUN VERB ADP PROPN PUNCT"),
    ],
)
def test_every_scheme_becomes_bio2_and_classes_of_words_stay(written: str, expected: str) -> None:
    rows = [f"{word} {tag}" for word, tag in zip(WORDS, written.split(), strict=True)]
    assert first(file_of(*rows)).tags == tuple(expected.split())


def test_letters_are_composed_and_markup_is_text() -> None:
    rows = ("cami\u006e\u0303o O", "<b> O", "[MASK] O", "$5 B-X", "NA O", "null O")
    assert first(file_of(*rows)).tokens == ("camiño", "<b>", "[MASK]", "$5", "NA", "null")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "0 sentences"),
        (file_of(*ROWS, times=9), "9 sentences"),
        (file_of(*ROWS, times=MOST_SENTENCES + 1), f"{MOST_SENTENCES + 1} sentences"),
        (file_of("uno O", "dos O"), "same tag, “O”"),
        (file_of("uno NOUN"), "same tag, “NOUN”"),
        (file_of(*ROWS) + "\nsolo\n", "Line 85 has a word without a tag"),
        (file_of(*ROWS).replace(" ", "\t") + "\nsolo\t\n", "Line 85 has a word without a tag"),
        (file_of(*(f"w{number} T{number}" for number in range(MOST_TAGS + 1))), "61 different tags"),
        ("x O\n" * 1_000_001, "4000000 characters"),
    ],
    ids=["empty", "few", "many", "only-outside", "one-class", "no-tag", "empty-tag", "tags", "long"],
)
def test_what_cannot_be_used_is_told(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        read_tagged(text)
    assert told in str(error.value)


def test_comments_and_headings_are_no_sentences() -> None:
    for text in (
        "# text = Ana vive\n" + file_of(*ROWS),
        "Token NER Gold\n" + file_of(*(row.replace(" ", " x ") for row in ROWS)),
    ):
        read = first(text)
        assert (read.tokens, read.tags) == (WORDS, TAGS)


@pytest.mark.parametrize(
    ("row", "told"),
    [("Madrid LOC", "in one way"), ("New York B-LOC", "Line 4 has 3 columns")],
)
def test_what_would_be_misread_is_refused(row: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_tagged(file_of(*ROWS[:3], row, *ROWS[3:]))


QUOTED = """"Ana"\t"B-PER"
"vi\\"ve"\t"O"
"\\""\t"O"
"Nueva York"\t"B-LOC"

"""


@pytest.mark.parametrize(
    "text",
    [
        QUOTED * 12,
        QUOTED.replace("\t", " ") * 12,
        QUOTED.replace('\\"', '""') * 12,
        '"token"\t"tag"\n' + QUOTED * 12,
        QUOTED.replace('"B-PER"', "B-PER").replace('"O"', "O").replace('"B-LOC"', "B-LOC") * 12,
        QUOTED.replace("\n\n", '\n""\t""\n') * 12,
    ],
    ids=["r", "spaces", "doubled", "heading", "words only", "empty cells"],
)
def test_quotation_marks_around_cells_are_no_part_of_them(text: str) -> None:
    file = read_tagged_file(text)
    assert {s.tokens for s in file.sentences} == {("Ana", 'vi"ve', '"', "Nueva York")}
    assert file.scheme == "bio2" and {s.tags for s in file.sentences} == {("B-PER", "O", "O", "B-LOC")}
    assert len(file.sentences) == 12


def test_rows_numbered_by_r_have_their_words_behind_the_numbers() -> None:
    rows = [f'"{n}" "Ana" "B-PER"\n"{n + 1}" "va" "O"\n' for n in range(1, 25, 2)]
    file = read_tagged_file('"palabra" "tag"\n' + "\n".join(rows))
    assert (file.sentences[0].tokens, file.sentences[0].tags) == (("Ana", "va"), ("B-PER", "O"))


def test_lines_quoted_as_a_whole_are_read() -> None:
    assert read_tagged('"Ana B-PER"\n"va O"\n\n' * 12)[0].tokens == ("Ana", "va")


def test_quotation_marks_that_are_words_stay() -> None:
    (first, *_) = read_tagged("\" O\nAna B-PER\n\" O\n'' O\n\n" * 12)
    assert first.tokens == ('"', "Ana", '"', "''")
