"""What training data does, on the page: what is said, kept in the address and saved."""

from __future__ import annotations

import json
from collections.abc import Callable

from streamlit.testing.v1 import AppTest


def spec(app: AppTest, number: int) -> dict:
    return json.loads(app.get("plotly_chart")[number].proto.spec)


def test_three_matrices_stand_side_by_side(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="data", draw="3")
    assert app.subheader[0].value.startswith("Accuracy ") and "of 15" in app.subheader[0].value
    texts = [spec(app, place)["data"][1]["text"] for place in range(3)]
    assert texts[0] == ["85", "0", "15", "0"]  # who never says spam
    assert all(sum(map(int, one)) == 100 for one in texts)


def test_thresholds_come_by_a_link(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="data", show="thresholds", learned="even", a="5", c="101")
    assert [app.slider(f"data_threshold_{name}").value for name in "abc"] == [5, 50, 80]
    drawn = spec(app, 0)
    assert [shape["x0"] for shape in drawn["layout"]["shapes"]] == [0.05, 0.5, 0.8]
    app.slider("data_threshold_b").set_value(60).run()
    assert str(app.query_params["b"]).strip("[]'") == "60"
