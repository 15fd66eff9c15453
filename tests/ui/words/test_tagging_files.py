"""The files of the layer experiment hold every number."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from bertviz_core.results import PUBLISHED_F1, FeatureScore, TaggingData, TaggingExperiment
from bertviz_core.ui.words.tagging_files import ordered_scores, published_f1, tagging_csv, tagging_json


@pytest.fixture
def experiment() -> TaggingExperiment:
    scores = (
        FeatureScore(features=3, entity_f1=np.array([0.5, np.nan]), word_f1=np.array([0.25, 0.75])),
        FeatureScore(
            features="weighted_all",
            entity_f1=np.array([0.2, 0.4]),
            word_f1=np.array([0.5, 0.5]),
            layer_weights=np.array([0.1, 0.2, 0.7]),
        ),
        FeatureScore(features=0, entity_f1=np.array([0.1, 0.3]), word_f1=np.array([0.5, 0.5])),
    )
    data = TaggingData(
        sentences=12,
        words=60,
        unread_sentences=1,
        unread_words=2,
        unused_sentences=3,
        tags=(("O", 50), ("B-X", 10)),
        entities=(("X", 10),),
    )
    return TaggingExperiment(model="m", layers=3, folds=2, data=data, scores=scores)


def test_layers_come_first_and_every_fold_has_a_column(experiment: TaggingExperiment) -> None:
    assert [score.features for score in ordered_scores(experiment)] == [0, 3, "weighted_all"]
    first, last, weighted = csv.DictReader(io.StringIO(tagging_csv(experiment)))
    assert (first["features"], last["features"], weighted["features"]) == ("0", "3", "weighted_all")
    assert float(first["entity_f1_mean"]) == pytest.approx(0.2)
    assert float(first["entity_f1_deviation"]) == pytest.approx(np.std([0.1, 0.3], ddof=1), abs=1e-6)
    assert (last["entity_f1_fold_1"], last["entity_f1_fold_2"]) == ("0.500000", "")
    assert (last["word_f1_fold_1"], last["word_f1_fold_2"]) == ("0.250000", "0.750000")
    published = [row["published_bert_base_conll_2003_percent"] for row in (first, last, weighted)]
    assert published == ["91.0", "94.9", "95.5"]


def test_the_document_holds_data_scores_weights_and_says_what_is_published(
    experiment: TaggingExperiment,
) -> None:
    document = json.loads(tagging_json(experiment, "es"))
    assert (document["model"], document["data"], document["folds"]) == ("m", "es", 2)
    assert document["left_out"] == {"unread_sentences": 1, "unread_words": 2, "unused_sentences": 3}
    assert document["tags"] == {"O": 50, "B-X": 10} and document["entities"] == {"X": 10}
    assert document["scores"][1]["entity_f1"] == [0.5, None]
    assert document["scores"][2]["layer_weights"] == [0.1, 0.2, 0.7]
    assert document["published_not_measured"]["f1"] == PUBLISHED_F1


def test_only_what_the_paper_names_has_a_published_figure() -> None:
    assert [published_f1(layer, layers=12) for layer in (0, 1, 10, 11, 12)] == [91.0, None, None, 95.6, 94.9]
    assert published_f1("concat_last_4", layers=12) == 96.1
    assert published_f1("sum_all", layers=12) is None
