"""Files of the view of neighbours, and what a browser says was clicked."""

import csv
import json
from io import StringIO

import numpy as np
import pytest

from bertviz_core.analysis.words.neighbours import cosine_matrix
from bertviz_core.ui.words.neighbours_choices import NeighbourChoices
from bertviz_core.ui.words.neighbours_files import cosines_csv, neighbours_json
from bertviz_core.ui.words.neighbours_map import clicked_row
from bertviz_core.ui.words.question import AskedWord

SENTENCES = ("Saqué dinero del banco.", 'El "banco", verde; <b>', "Un banco.")


@pytest.fixture(scope="module")
def asked(mini):
    return AskedWord(
        word="banco",
        sentences=SENTENCES,
        senses=("dinero", "asiento", ""),
        layers=mini.word_layers(SENTENCES, "banco"),
        key="k",
    )


def test_both_files_hold_the_same_cosines(asked, mini):
    chosen = NeighbourChoices(vectors=9, order="given", centred=False, drawn=np.arange(3), occurrence=0)
    cosines = cosine_matrix(asked.layers.vectors(9))
    places = [(text, (text.index("banco"), text.index("banco") + 5)) for text in SENTENCES]
    near, substitutes = mini.nearest_words("banco", top_k=4), mini.substitutes(places)
    rows = list(csv.DictReader(StringIO(cosines_csv(asked, chosen.drawn, cosines).removeprefix("\ufeff"))))
    document = json.loads(neighbours_json(asked, chosen, cosines, near=near, substitutes=substitutes))
    assert [row["sentence"] for row in rows] == list(SENTENCES)
    assert [row["sense"] for row in rows] == ["dinero", "asiento", ""]
    table = [[float(row[f"to {number}"]) for number in (1, 2, 3)] for row in rows]
    np.testing.assert_allclose(table, cosines, atol=1e-6)
    np.testing.assert_allclose(document["cosines"], cosines, atol=1e-6)
    assert [word for word, _ in document["static_neighbours"]] == list(near.words)
    for place, occurrence in enumerate(document["occurrences"]):
        assert occurrence["sentence"][occurrence["start"] : occurrence["end"]] == "banco"
        assert [word for word, _ in occurrence["substitutes"]] == list(substitutes.words[place])
    bare = json.loads(neighbours_json(asked, chosen, cosines, near=near, substitutes=None))
    assert [occurrence["substitutes"] for occurrence in bare["occurrences"]] == [None] * 3


@pytest.mark.parametrize(
    ("state", "row"),
    [
        ({"selection": {"points": [{"x": 1, "y": 4}]}}, 4),
        ({"selection": {"points": []}}, None),
        ({"selection": {"points": ["4"]}}, None),
        ({"selection": {"points": [{"y": "4"}]}}, None),
        ({"selection": {"points": [{"y": True}]}}, None),
        ({}, None),
        (None, None),
    ],
)
def test_a_click_is_looked_at_again(state, row):
    assert clicked_row(state) == row
