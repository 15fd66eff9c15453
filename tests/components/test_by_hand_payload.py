"""What the stepper is told of a layer: the engine's numbers, as many as a picture holds."""

import json

import numpy as np
import pytest

from bertviz_core.components.by_hand.payload import SHOWN, layer_picture

TEXT = "La compañera hacía la cama"


def test_a_shown_number_and_what_is_folded_make_the_engines(mini):
    """As the browser does it: shown products, one number for the rest, the bias."""
    steps = mini.layer_steps(TEXT, layer=3)
    picture = json.loads(json.dumps(layer_picture(steps, head=5)))
    x, q, matrix = (
        np.array(one)
        for one in (picture["arrays"]["x"], picture["arrays"]["q"], picture["matrices"]["wq"]["w"])
    )
    size = steps.queries.shape[2]
    column = 5 * size + 7
    folded = steps.entering[:, SHOWN:] @ steps.query_matrix.weight[SHOWN:, column]
    np.testing.assert_allclose(
        x @ matrix[:, 7] + folded + picture["matrices"]["wq"]["b"][7], q[:, 7], atol=1e-4
    )
    assert picture["columns"]["x"]["of"] == 384
    assert picture["columns"]["wide"]["of"] == 1536
    assert len(picture["heads"]) == 12


def test_every_family_has_a_picture_of_bounded_size(engine):
    steps = engine.layer_steps(TEXT, layer=0)
    picture = layer_picture(steps, head=engine.info.heads - 1)
    for name, rows in picture["arrays"].items():
        assert len(rows) == len(steps.encoding)
        assert len(rows[0]) <= max(SHOWN, len(steps.encoding)), name
    joined = picture["columns"]["joined"]
    assert len(joined["head"]) == len(joined["names"]) == len(picture["arrays"]["joined"][0]) <= SHOWN
    np.testing.assert_allclose(picture["arrays"]["leaving"], steps.leaving[:, :SHOWN], atol=1e-6)


@pytest.mark.parametrize("head", [0, 11])
def test_numbers_of_the_joined_row_are_named_by_head_and_place(mini, head):
    steps = mini.layer_steps(TEXT, layer=0)
    picture = layer_picture(steps, head=head)
    for column, (owner, name) in enumerate(
        zip(picture["columns"]["joined"]["head"], picture["columns"]["joined"]["names"], strict=True)
    ):
        number = int(name.split("·")[1])
        assert int(name.split("·")[0]) == owner + 1
        assert picture["arrays"]["joined"][2][column] == pytest.approx(
            steps.contexts[owner, 2, number], abs=1e-6
        )
