"""What the blanks show is what their files hold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.results import ComparedBlank
from bertviz_core.ui.compared_files import compared_csv, compared_json
from bertviz_core.ui.masked_words.fill_files import checked_words_csv, masked_words_json
from bertviz_core.ui.masked_words.fill_joint_files import joint_csv, joint_json
from bertviz_core.ui.masked_words.fill_words import MOST_BLANKS, scored_lists, split_words
from bertviz_core.ui.written_numbers import small_number

TEXT = 'the "___", <b> ___ ;'


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_checked_words_have_a_line_a_blank(tiny: Callable[..., BertEngine]) -> None:
    engine, words = tiny("bert"), ["ñandú", "man", "😊", "ñ" * 40]
    scores = engine.fill_mask(TEXT, 1, words, skip_unscorable=True)
    lines = rows(checked_words_csv(scores))
    assert [line["word"] for line in lines] == words * 2
    for line, word in zip(lines[:2], scores.masks[0].candidates, strict=True):
        assert float(line["probability"]) == pytest.approx(word.probability, rel=1e-4)
        assert line["rank"] == str(word.rank or "")
        assert line["pieces"].split() == list(word.pieces)
        values = [float(value) for value in line["piece_probabilities"].split()]
        assert values == pytest.approx(list(word.piece_probabilities), rel=1e-4)
    assert [line["probability"] for line in lines[2:4]] == ["", ""]
    document = json.loads(masked_words_json(engine.fill_mask(TEXT, 3), scores))
    assert [len(mask["predictions"]) for mask in document["masks"]] == [3, 3]
    assert document["masks"][1]["candidates"][1]["probability"] == scores.masks[1].candidates[1].probability
    unknown, long = document["masks"][0]["unscored"]
    assert "cannot write it" in unknown["reason"]
    assert "40 pieces long" in long["reason"]


def test_fillings_have_a_line_each_after_the_one_alone(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").fill_jointly(TEXT)
    lines = rows(joint_csv(answer))
    assert [line["rank"] for line in lines] == ["0", "1", "2", "3", "4", "5"]
    for line, filling in zip(lines, (answer.alone, *answer.fillings), strict=True):
        assert (line["text"], line["word_1"], line["word_2"]) == (filling.text, *filling.words)
        product = float(line["probability_1"]) * float(line["probability_2"])
        assert product == pytest.approx(filling.probability, rel=1e-4)
    document = json.loads(joint_json(answer))
    assert document["text"] == answer.encoding.text
    assert [f["probability"] for f in document["fillings"]] == [f.probability for f in answer.fillings]


def test_comparisons_have_a_line_a_word(tiny: Callable[..., BertEngine]) -> None:
    before, after = (tiny("bert").fill_mask(text, 40) for text in ("the ___ man", "the ___ ___ sai"))
    blanks = [ComparedBlank(before=before.masks[0], after=after.masks[0], shown=10, same_vocabulary=True)]
    lines = rows(compared_csv(blanks))
    for line, word in zip(lines, blanks[0].words(), strict=True):
        assert line["token"] == word.token
        assert line["rank_before"] == (str(word.before.rank) if word.before else "")
        if word.change is not None:
            change = float(line["after"]) - float(line["before"])
            assert float(line["change"]) == pytest.approx(change, abs=2e-8)
    document = json.loads(compared_json(blanks, before, after))
    assert document["before"]["text"] == before.text
    assert len(document["after"]["blanks"]) == 2
    assert [word["token"] for word in document["compared"][0]] == [line["token"] for line in lines]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gato, perro,silla", ("gato", "perro", "silla")),
        ("a,,b, ,a", ("a", "b")),
        (" , ,", ()),
        ("pan\u0303al,pa\u00f1al", ("pa\u00f1al",)),
        ("perro negro, a|b", ("perro negro", "a|b")),
    ],
)
def test_words_stand_between_commas(line: str, words: tuple[str, ...]) -> None:
    assert split_words(line) == words


def test_longer_texts_and_more_blanks_get_fewer_words() -> None:
    words = tuple(map(str, range(150)))
    assert scored_lists(words, blanks=1, tokens=10, most_words=100) == (words[:100],)
    assert len(scored_lists(words, blanks=1, tokens=512, most_words=100)[0]) < 30
    many = scored_lists(words, blanks=500, tokens=512, most_words=100)
    assert len(many) == 500
    assert [len(words) for words in many[: MOST_BLANKS + 1]] == [2] * MOST_BLANKS + [0]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.0, "1.0000"),
        (0.0619, "0.0619"),
        (0.000999, "1·10⁻³"),
        (6.64e-13, "6.6·10⁻¹³"),
        (9.96e-5, "1·10⁻⁴"),
        (0.0, "0"),
    ],
)
def test_small_probabilities_can_be_compared(
    value: float, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bertviz_core.ui.i18n.language", lambda: "en")
    assert small_number(value) == written
