"""Files of annotation tools and shared tasks: WebAnno and CoNLL-2009."""

from __future__ import annotations

import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.tagged_sentences import read_tagged_file

LAYERS = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.NamedEntity|identifier|value\n"
POS = "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue\n"


def webanno(layers: str, rows: str) -> str:
    return layers + "\n\n" + "".join(f"#Text=…\n{rows.replace('N-', f'{n}-')}\n" for n in range(1, 13))


def test_spans_of_webanno_are_entities() -> None:
    rows = (
        "N-1\t0-3\tAna\t*[1]\tPER[1]\t\nN-2\t4-7\tPaz\t*[1]\tPER[1]|X\\_Y[9]\t\nN-2.1\t4-5\tP\t_\tPER\t\n"
        "N-3\t8-9\ty\t_\t_\t\nN-4\t10-13\tEva\t*[2]\tPER[2]\t\nN-5\t14-18\tLima\t*\tLOC\\_G\t\n"
    )
    file = read_tagged_file(webanno(LAYERS, rows))
    assert file.sentences[0].tokens == ("Ana", "Paz", "y", "Eva", "Lima")
    assert file.sentences[0].tags == ("B-PER", "I-PER", "O", "B-PER", "B-LOC_G")
    assert len(file.sentences) == 12 and file.tags == "namedentity"


def test_other_layers_of_webanno_can_be_chosen() -> None:
    rows = "N-1\t0-3\tAna\t_\t_\tNOUN\t\nN-2\t4-8\tvive\t_\t_\tVERB\t\nN-3\t9-13\tLima\t*\tLOC\tNOUN\t\n"
    text = webanno(LAYERS + POS, rows)
    assert read_tagged_file(text).sentences[0].tags == ("O", "O", "B-LOC")
    assert read_tagged_file(text, tags="pos_posvalue").sentences[0].tags == ("NOUN", "VERB", "NOUN")


def test_webanno_without_annotations_is_told() -> None:
    with pytest.raises(InputError, match="no layer"):
        read_tagged_file(webanno(LAYERS, "N-1\t0-3\tAna\t_\t_\t\n"))


def test_conll_2009_has_as_many_columns_as_predicates() -> None:
    text = "".join(
        "1\tAna\tana\tana\tn\tn\t_\t_\t2\t2\tsuj\tsuj\t_\t_" + "\targ0" * (n % 3) + "\n"
        "2\tcome\tcomer\tcomer\tv\tv\t_\t_\t0\t0\tsent\tsent\tY\tcomer.a1" + "\t_" * (n % 3) + "\n\n"
        for n in range(12)
    )
    file = read_tagged_file(text)
    assert (file.sentences[0].tokens, file.sentences[0].tags) == (("Ana", "come"), ("n", "v"))
    assert "CoNLL-2009" in str(file.notes[0])
    assert read_tagged_file(text, tags="deprel").sentences[0].tags == ("suj", "sent")


@pytest.mark.parametrize("above", ["# cabecera\n" * 400, "\n# a\n\n" * 60, "##\n#x\ty\n" * 100])
def test_treebanks_may_begin_late(above: str) -> None:
    rows = "1\tHola\thola\tINTJ\t_\t_\t0\troot\t_\t_\n2\tmar\tmar\tNOUN\t_\t_\t1\tobj\t_\t_\n\n" * 12
    assert read_tagged_file(above + rows).tags == "upos"
