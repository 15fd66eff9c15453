"""Names of points that lie together can be read."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.name_places import label_places


def test_names_are_moved_apart_the_same_way_every_time() -> None:
    points = np.full((4, 2), 100.0)
    names = ["perro", "gato", "caballo", "burro"]
    places = label_places(points, names, width=400, height=300)
    apart = np.abs(places[:, None] - places[None, :])[np.triu_indices(4, k=1)]
    assert ((apart[:, 1] > 12) | (apart[:, 0] > 30)).all()
    np.testing.assert_array_equal(places, label_places(points, names, width=400, height=300))


def test_names_lie_on_no_line_and_inside_the_picture() -> None:
    points, bars = (
        np.array([[200.0, 100.0], [60.0, 2.0]]),
        np.array([[200.0, 100.0, 250.0], [65.0, 2.0, 90.0]]),
    )
    first, low = label_places(points, ["caballo", "burro"], width=400, height=300, bars=bars)
    assert first[1] < 100 or abs(first[0] - 200) > 28
    assert low[1] > 8 and abs(low[0] - 65) > 20
