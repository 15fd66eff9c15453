"""Words with their tags, given where texts are wanted."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_sets import require_columns
from bertviz_core.ui.sentence_file import sentences_of_file
from bertviz_core.ui.words.sentence_table import table_of_file

WORDS = (
    "1\tVoy\tir\tVERB\t_\t_\t0\troot\t_\t_\n"
    "2-3\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "2\tde\tde\tADP\t_\t_\t1\tcase\t_\t_\n"
    "3\tel\tel\tDET\t_\t_\t1\tdet\t_\t_\n"
    "4\tbanco\tbanco\tNOUN\t_\t_\t1\tobl\t_\tSpaceAfter=No\n"
    "4.1\tvoy\tir\tVERB\t_\t_\t_\t_\t_\t_\n"
    "5\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n"
)
TREEBANK = f"# sent_id = 1\n# text = Voy  del\u2028banco.\n{WORDS}" + f"# sent_id = 2\n{WORDS}"
TEXTS = ("Voy  del\u2028banco.", "Voy del banco.")
CONLL = "-DOCSTART- -X- -X- O\n\n" + "Ana NNP B-NP B-PER\nvive VB B-VP O\naquí RB O O\n\n" * 4


def test_sentences_of_a_treebank_are_read_as_texts() -> None:
    table = read_table(TREEBANK.encode(), "x.csv")
    assert [row[0] for row in table.rows] == [*TEXTS]
    assert "texts" in str(table.notes[-1]) and table.notes[-1].option == "--task tagging"
    assert sentences_of_file(TREEBANK.encode(), "x.txt").sentences == TEXTS
    read = table_of_file(TREEBANK.encode(), "x.conllu")
    assert read.pairs(0, None) == tuple((" ".join(text.split()), "") for text in TEXTS)


@pytest.mark.parametrize("sign", [" ", "\t"])
def test_columns_of_conll_are_read_as_texts(sign: str) -> None:
    texts = sentences_of_file(CONLL.replace(" ", sign).encode(), "x.tsv").sentences
    assert texts == ("Ana vive aquí",) * 4


def test_learning_classes_from_them_is_refused_with_where_they_belong() -> None:
    for content in (TREEBANK, CONLL):
        with pytest.raises(InputError, match="--task tagging"):
            require_columns(read_table(content.encode(), "x.tsv"), "sentence")


@pytest.mark.parametrize(
    "content",
    [
        "text,label\n\n" + "a b,O\nc d,B-X\n" * 9,
        "1\tuno\n\n2\tdos\n" * 5,
    ],
)
def test_tables_and_lines_stay_what_they_are(content: str) -> None:
    assert all(note.kind != "tagged" for note in read_table(content.encode(), "x.csv").notes)
