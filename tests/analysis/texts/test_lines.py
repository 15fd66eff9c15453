"""Only line feed and carriage return end a line."""

import pytest

from bertviz_core.analysis.texts.lines import lines_with_ends, text_lines
from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.ui.fine_tuning.ask_upload import read_asked
from bertviz_core.ui.sentence_file import sentences_of_file, sentences_of_text
from bertviz_core.ui.words.sentence_lines import read_lines
from bertviz_core.ui.words.sentence_table import table_of_file

NO_BREAKS = ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"]


@pytest.mark.parametrize("text", ["", "a", "a\nb", "a\r\nb\rc\n", "\n\na\n\n", "\r", "a\n\rb"])
def test_lines_are_those_of_universal_newlines(text):
    assert text_lines(text) == [line.rstrip("\r\n") for line in text.splitlines(keepends=True)]
    assert "".join(lines_with_ends(text)) == text


@pytest.mark.parametrize("sign", NO_BREAKS)
def test_no_reader_cuts_a_sentence_at_another_sign(sign):
    line = f"El banco{sign}cerró"
    assert text_lines(f"{line}\r\nb") == [line, "b"]
    assert split_sentences(line, language="es") == (line,)
    assert len(sentences_of_text(f"{line}\nb").sentences) == 2
    assert len(sentences_of_file(f"{line}\nb".encode(), "a.txt").sentences) == 2
    assert sentences_of_file(f"{line};1\nb;2".encode(), "a.csv").sentences == ("El banco cerró", "b")
    assert read_lines(f"{line} | a\nb").senses == ("a", "")
    assert table_of_file(f"{line} | a\nb | c".encode(), "a.txt").pairs(0, 1)[0] == ("El banco cerró", "a")
    assert [row[0] for row in table_of_file(f"{line};a\nb;c".encode(), "a.csv").rows] == [line, "b"]
    assert [row[0] for row in read_asked(f"{line}\nb".encode(), "a.txt").rows] == [line, "b"]
