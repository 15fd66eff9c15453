"""Blanks of the written set, compared with the question that pages ask."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.evaluation.cloze import cloze_scores
from bertviz_core.evaluation.next_sentence import pair_scores
from bertviz_core.samples.sets import Cloze, SentencePair, cloze_sentences, sentence_pairs

SENTENCES = (
    Cloze(language="es", sentence="El gato duerme en la [MASK].", accepted=("cama", "casa", "ñandúes")),
    Cloze(language="en", sentence="The man went to the [MASK].", accepted=("store", "south")),
)


def test_ranks_are_the_places_in_the_whole_list(mini: BertEngine) -> None:
    scores = cloze_scores(mini)
    assert scores is not None
    assert [item.sentence for item in scores.items] == [cloze.sentence for cloze in cloze_sentences()]
    for item in scores.items[::7]:
        (mask,) = mini.fill_mask(item.sentence, top_k=mini.info.vocab_size).masks
        tokens = [prediction.token for prediction in mask.predictions]
        ranks = [tokens.index(word) + 1 for word in item.accepted if word in tokens]
        assert item.rank == min(ranks, default=None)
        assert item.answers == tuple(tokens[:10])
    for top in (1, 5, 10):
        of = {
            language: [
                bool(set(item.answers[:top]) & set(item.accepted))
                for item in scores.items
                if item.language == language
            ]
            for language in ("es", "en", "pt")
        }
        assert scores.share(top) == pytest.approx(sum(map(sum, of.values())) / len(scores.items))
        for language, right in of.items():
            assert scores.share(top, language) == pytest.approx(sum(right) / len(right))


def test_every_family_fills_blanks(engine: BertEngine) -> None:
    steps: list[None] = []
    scores = cloze_scores(engine, SENTENCES, step=lambda: steps.append(None))
    assert scores is not None and len(steps) == len(SENTENCES)
    assert all(len(item.answers) == 10 for item in scores.items)
    assert scores.share(engine.info.vocab_size) <= 1


def test_pairs_are_judged_as_the_page_judges_them(mini: BertEngine) -> None:
    scores = pair_scores(mini)
    assert scores is not None
    right = []
    for pair, item in zip(sentence_pairs(), scores.items, strict=True):
        probability = mini.next_sentence(pair.first, pair.second).is_next
        assert (item.first, item.second, item.is_next) == (pair.first, pair.second, pair.is_next)
        assert item.probability == pytest.approx(probability)
        right.append((probability > 0.5) == pair.is_next)
    assert scores.accuracy() == pytest.approx(sum(right) / len(right))
    of_each_kind = [scores.accuracy(is_next=kind) for kind in (True, False)]
    assert scores.accuracy() == pytest.approx(sum(of_each_kind) / 2)
    assert 0.5 <= scores.confidence("pt") <= 1


def test_a_model_without_the_head_is_not_asked(tiny: Callable[..., BertEngine]) -> None:
    pair = SentencePair(language="en", is_next=True, first="the man", second="the store")
    assert cloze_scores(tiny("bert", "BertModel"), SENTENCES) is None
    assert pair_scores(tiny("roberta"), [pair]) is None
    assert pair_scores(tiny("bert"), [pair]) is not None
