"""A head is read by the number that says most about it."""

from dataclasses import replace

import numpy as np
import pytest

from bertviz_core.results import STATISTICS
from bertviz_core.ui.attention.head_reading import (
    head_reading,
    head_readings,
    notable_heads,
    statistic_help,
    statistic_name,
    without_habit,
)


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setattr("bertviz_core.ui.i18n.language", lambda: "en")


@pytest.fixture
def statistics(mini):
    """Statistics of two heads in which nothing stands out yet."""
    found = mini.head_statistics("El perro come pan", "Y duerme")
    zeros = np.zeros((1, 2), dtype=np.float32)
    return replace(found, **dict.fromkeys(STATISTICS, zeros))


@pytest.mark.parametrize(
    ("name", "share", "reading"),
    [
        ("to_next", 0.83, "looks mostly at the next token (0.83)"),
        ("to_previous", 0.4, "often looks at the previous token (0.40)"),
        ("to_sep", 0.9, "looks mostly at [SEP] (0.90)"),
        ("across", 0.6, "looks mostly at the other sentence (0.60)"),
        ("entropy", 2.2, "spreads its attention over many tokens (entropy 2.20)"),
        ("distance", 3.14, "has no single habit; looks 3.1 tokens away on average"),
    ],
)
def test_the_strongest_habit_is_named(statistics, name, share, reading):
    values = np.array([[0, share]], dtype=np.float32)
    assert head_reading(replace(statistics, **{name: values}), 0, 1) == reading


def test_heads_that_stand_out_are_the_extremes(mini):
    statistics = mini.head_statistics("El perro come pan.", "Y duerme")
    notable = notable_heads(statistics)
    assert notable[0].statistic == "across"
    for found in notable:
        values = statistics.arrays[found.statistic]
        assert found.value == values[found.layer, found.head]
        lowest = found.title == "One token only"
        assert found.value == (values.min() if lowest else values.max())


def test_what_no_head_looks_at_is_not_listed(mini):
    names = {found.statistic for found in notable_heads(mini.head_statistics("El perro come pan"))}
    assert "to_punctuation" not in names and "across" not in names and "to_next" in names


def test_every_statistic_has_a_name_and_an_explanation(mini):
    encoding = mini.encode("El perro")
    names = [statistic_name(name, encoding) for name in STATISTICS]
    assert len(set(names)) == len({statistic_help(name) for name in STATISTICS}) == len(STATISTICS)


def test_all_heads_are_read_as_each_one(mini):
    statistics = mini.head_statistics("El perro come pan.", "Y duerme")
    layers, heads = statistics.entropy.shape
    readings = head_readings(statistics)
    habits = [reading.startswith(("looks mostly", "often looks")) for reading in readings]
    assert without_habit(statistics) == [not habit for habit in habits] and 0 < sum(habits) < len(habits)
    assert readings == [head_reading(statistics, *divmod(place, heads)) for place in range(layers * heads)]
    assert len({reading.split(" (")[0] for reading in readings}) > 3
