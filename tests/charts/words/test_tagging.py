"""The pictures of the layer experiment: every score in its row, published figures apart."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.words.tagging import ROWS, TaggingWords, tagging_bars, tagging_layers
from bertviz_core.results import PUBLISHED_F1, FeatureScore, TaggingData, TaggingExperiment
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"), numbers=SPANISH)
WORDS = TaggingWords(
    rows=tuple(f"<b>{row}" for row in ROWS),
    measured=("Here:", "<i>model</i>"),
    published=("Published:", "not measured here"),
    not_measured="not yet",
    f1="F1, %",
    layer="Layer",
    weight="Weight",
)


def an_experiment(*features: int | str, entities: bool = True, layers: int = 6) -> TaggingExperiment:
    def score(number: int, choice: int | str) -> FeatureScore:
        folds = np.array([0.1, 0.2, 0.6]) + number / 100
        return FeatureScore(
            features=choice,
            entity_f1=folds if entities else np.full(3, np.nan),
            word_f1=folds + 0.1,
            layer_weights=np.arange(1, layers + 1) / 21 if choice == "weighted_all" else None,
        )

    data = TaggingData(
        sentences=10,
        words=50,
        unread_sentences=0,
        unread_words=0,
        unused_sentences=0,
        tags=(("O", 40), ("B-X", 10)),
        entities=(("X", 10),) if entities else (),
    )
    scores = tuple(score(number, choice) for number, choice in enumerate(features))
    return TaggingExperiment(model="m", layers=layers, folds=3, data=data, scores=scores)


def bars_of(experiment: TaggingExperiment | None) -> tuple[dict[str, float], dict[str, float], list[str]]:
    """Return measured and published bars by row, and what is written beside the measured ones."""
    figure = tagging_bars(experiment, STYLE, WORDS)
    measured, numbers, published, _ = figure.data
    rows = [
        {ROWS[int(y)]: float(x) for y, x in zip(bar.y, bar.x, strict=True)} for bar in (measured, published)
    ]
    return rows[0], rows[1], [text.strip() for text in numbers.text]


@pytest.mark.parametrize("entities", [True, False])
def test_every_score_stands_in_its_row_with_its_deviation(entities: bool) -> None:
    experiment = an_experiment(0, 5, 6, "sum_last_4", "concat_last_4", "weighted_all", entities=entities)
    measured, published, numbers = bars_of(experiment)
    expected = {
        "embeddings": 0,
        "second_to_last": 1,
        "last": 2,
        "sum_last_4": 3,
        "concat_last_4": 4,
        "weighted_all": 5,
    }
    assert measured == pytest.approx({n: 30 + place + 10 * (not entities) for n, place in expected.items()})
    assert published == PUBLISHED_F1
    figure = tagging_bars(experiment, STYLE, WORDS)
    spread = np.std([10, 20, 60], ddof=1)
    np.testing.assert_allclose(figure.data[0].error_x.array, spread)
    mean = 30 + 10 * (not entities)
    assert numbers[0] == f"{mean},0 ± {spread:.1f}".replace(".", ",")


def test_before_the_run_only_published_figures_are_drawn_and_said_to_be_that() -> None:
    measured, published, numbers = bars_of(None)
    assert (measured, numbers, published) == ({}, [], PUBLISHED_F1)
    said = [annotation.text for annotation in tagging_bars(None, STYLE, WORDS).layout.annotations]
    assert "not yet" in said
    assert "Published:<br>not measured<br>here" in said
    later = tagging_bars(an_experiment(0), STYLE, WORDS).layout.annotations
    assert "not yet" not in [annotation.text for annotation in later]
    assert "Published:<br>not measured<br>here" in [annotation.text for annotation in later]


def test_names_are_text_and_rows_stay_apart() -> None:
    figure = tagging_bars(an_experiment(0), STYLE, WORDS)
    assert list(figure.layout.yaxis.tickvals) == list(range(len(ROWS)))
    assert all(text.startswith("&lt;b&gt;") for text in figure.layout.yaxis.ticktext)
    assert "&lt;i&gt;model" in figure.layout.annotations[0].text


def test_the_curve_has_a_point_for_every_finished_layer() -> None:
    figure = tagging_layers(an_experiment(0, 1, 3, "sum_all"), STYLE, WORDS)
    (curve,) = figure.data
    assert curve.x.tolist() == [0, 1, 3]
    np.testing.assert_allclose(curve.y, [30, 31, 32])
    assert list(figure.layout.xaxis.range) == [-0.5, 6.5]


def test_learned_weights_stand_below_the_curve() -> None:
    figure = tagging_layers(an_experiment(0, 6, "weighted_all"), STYLE, WORDS)
    bars = figure.data[1]
    assert bars.x.tolist() == [1, 2, 3, 4, 5, 6]
    np.testing.assert_allclose(bars.y, np.arange(1, 7) / 21)
    assert figure.layout.yaxis.domain[0] > figure.layout.yaxis2.domain[1]
