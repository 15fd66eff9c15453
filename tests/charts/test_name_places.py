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
