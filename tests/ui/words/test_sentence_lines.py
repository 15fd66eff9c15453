"""Sentences as they are typed, with their senses."""

import pytest

from bertviz_core.ui.words.sentence_lines import MOST_LINES, read_lines, split_line, write_lines


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Saqué dinero del banco. | dinero", ("Saqué dinero del banco.", "dinero")),
        ("Saqué dinero del banco.\tdinero", ("Saqué dinero del banco.", "dinero")),
        ("uno | dos | tres", ("uno | dos", "tres")),
        ("uno\tdos | tres", ("uno", "dos | tres")),
        ("a|b", ("a|b", "")),
        ("NA | null", ("NA", "null")),
        ("  mucho   espacio  ", ("mucho espacio", "")),
        ("", ("", "")),
    ],
)
def test_the_sense_stands_after_a_bar_or_a_tab(line, read):
    assert split_line(line) == read


def test_lines_without_a_sentence_are_left_out():
    read = read_lines("uno | a\n\n   \n | b\ndos\r\n")
    assert (read.sentences, read.senses, read.cut) == (("uno", "dos"), ("a", ""), False)


def test_what_is_too_much_is_said():
    read = read_lines("\n".join(map(str, range(MOST_LINES + 1))))
    assert read.cut
    assert len(read.sentences) == len(read.senses) == MOST_LINES


def test_what_is_written_is_read_again():
    rows = [("uno", "a"), ("dos", ""), ("sopa | carne", ""), ("sopa | carne", "b")]
    read = read_lines(write_lines(rows))
    assert list(zip(read.sentences, read.senses, strict=True)) == rows
