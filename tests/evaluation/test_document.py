"""The document of an evaluation, and the one that comes with the app."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.evaluation.cloze import cloze_scores
from bertviz_core.evaluation.document import (
    BUNDLED_FILE,
    bundled_evaluation,
    evaluation_document,
    read_evaluation,
)
from bertviz_core.evaluation.measure import measure, written_texts
from bertviz_core.evaluation.next_sentence import pair_scores
from bertviz_core.evaluation.speed import sentence_of
from bertviz_core.results import Evaluation


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    found = bundled_evaluation("mini")
    assert found is not None
    return found


def test_a_document_says_what_its_evaluation_says(evaluation: Evaluation) -> None:
    text = json.dumps(evaluation_document(evaluation))
    assert read_evaluation(text) == evaluation


def test_the_bundled_document_is_whole(evaluation: Evaluation) -> None:
    document = json.loads(BUNDLED_FILE.read_bytes())
    assert document == json.loads(json.dumps(evaluation_document(evaluation)))
    assert document["notes"] == []
    assert {score.file for score in evaluation.held_out} == {
        "heldout_es.txt",
        "heldout_en.txt",
        "heldout_pt.txt",
    }
    assert document["data"]["senses"]["items"] == 392
    assert "--model mini" in document["make_again"]
    assert evaluation.speed is not None and evaluation.speed.tokens == 20


def test_the_bundled_numbers_are_those_of_the_bundled_model(mini: BertEngine, evaluation: Evaluation) -> None:
    again, kept = cloze_scores(mini), evaluation.cloze
    assert again is not None and kept is not None
    assert [(i.sentence, i.rank, i.answers[0]) for i in again.items] == [
        (i.sentence, i.rank, i.answers[0]) for i in kept.items
    ]
    pairs_again, pairs_kept = pair_scores(mini), evaluation.next_sentence
    assert pairs_again is not None and pairs_kept is not None
    assert [i.probability for i in pairs_again.items] == pytest.approx(
        [i.probability for i in pairs_kept.items], abs=1e-3
    )


def test_another_model_has_no_bundled_document() -> None:
    assert bundled_evaluation("bert-base-cased") is None


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"model": "mini"}'])
def test_another_file_is_no_evaluation(text: str) -> None:
    with pytest.raises(ValueError, match="not the document"):
        read_evaluation(text)


def test_all_questions_are_put_and_progress_is_told(tiny: Callable[..., BertEngine]) -> None:
    engine, told = tiny("roberta"), []
    evaluation = measure(engine, on_progress=lambda done, total: told.append((done, total)))
    assert evaluation.next_sentence is None and evaluation.cloze is not None
    assert len(evaluation.senses) == 13 and len(evaluation.classes) == 8
    assert told[-1] == (written_texts(engine),) * 2
    assert [done for done, _ in told[:-1]] == list(range(1, written_texts(engine) + 1))
    document = json.loads(json.dumps(evaluation_document(evaluation)))
    assert document["next_sentence"] is None
    assert any("next-sentence head" in note["text"] for note in document["notes"])


def test_the_timed_sentence_has_twenty_tokens_where_it_can(mini: BertEngine, engine: BertEngine) -> None:
    assert len(mini.encode(sentence_of(mini, 20))) == 20
    assert 18 <= len(engine.encode(sentence_of(engine, 20))) <= 20
