"""Which layers make good features of words, as files."""

from __future__ import annotations

from bertviz_core.results import PUBLISHED_F1, Features, FeatureScore, TaggingExperiment
from bertviz_core.ui.downloads import csv_number, csv_text, json_number, json_text


def ordered_scores(experiment: TaggingExperiment) -> list[FeatureScore]:
    """Return what is finished: layers from the input on, then the combinations."""
    layers = sorted((s for s in experiment.scores if isinstance(s.features, int)), key=lambda s: s.features)
    return [*layers, *(score for score in experiment.scores if not isinstance(score.features, int))]


def published_f1(features: Features, *, layers: int) -> float | None:
    """Return what the paper says of the same choice of features of BERT-base; None where it says nothing."""
    named = {0: "embeddings", layers - 1: "second_to_last", layers: "last"}
    return PUBLISHED_F1.get(named.get(features, "") if isinstance(features, int) else features)


def tagging_csv(experiment: TaggingExperiment) -> str:
    """Return one line for every choice of features; F1 from 0 to 1, the published one in percent."""
    folds = range(1, experiment.folds + 1)
    return csv_text(
        [
            "features",
            *("entity_f1_mean", "entity_f1_deviation", "word_f1_mean", "word_f1_deviation"),
            *(f"entity_f1_fold_{fold}" for fold in folds),
            *(f"word_f1_fold_{fold}" for fold in folds),
            "published_bert_base_conll_2003_percent",
        ],
        (
            [
                score.features,
                *map(csv_number, (*_summary(score), *score.entity_f1, *score.word_f1)),
                published_f1(score.features, layers=experiment.layers) or "",
            ]
            for score in ordered_scores(experiment)
        ),
    )


def tagging_json(experiment: TaggingExperiment, name: str, *, different_sentences: int | None = None) -> str:
    """Return every number; an F1 that there is not is null.

    Args:
        experiment: What was measured.
        name: Of the data.
        different_sentences: In the data, equal ones counted once, where it is known.
    """
    data = experiment.data
    return json_text(
        {
            "model": experiment.model,
            "data": name,
            "sentences": data.sentences,
            "different_sentences": different_sentences,
            "words": data.words,
            "left_out": {
                "unread_sentences": data.unread_sentences,
                "unread_words": data.unread_words,
                "unused_sentences": data.unused_sentences,
            },
            "tags": dict(data.tags),
            "entities": dict(data.entities),
            "folds": experiment.folds,
            "scores": [
                {
                    "features": score.features,
                    "entity_f1": list(map(json_number, score.entity_f1.tolist())),
                    "word_f1": list(map(json_number, score.word_f1.tolist())),
                    "layer_weights": None if score.layer_weights is None else score.layer_weights.tolist(),
                }
                for score in ordered_scores(experiment)
            ],
            "published_not_measured": {"model": "BERT-base", "data": "CoNLL-2003 dev", "f1": PUBLISHED_F1},
        }
    )


def _summary(score: FeatureScore) -> tuple[float, ...]:
    return tuple(
        number
        for entities in (True, False)
        for number in (score.mean(entities=entities), score.deviation(entities=entities))
    )
