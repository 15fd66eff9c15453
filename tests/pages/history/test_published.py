"""Published results on the page: each with its source, and what was measured here apart from them."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.evaluation.document import bundled_evaluation
from bertviz_core.results import PUBLISHED_F1
from bertviz_core.samples.history.published import TABLES, published_table
from bertviz_core.ui.history.published_tables import SHOWN, Shown


def charts(app: AppTest) -> list[dict]:
    return [json.loads(one.proto.spec) for one in app.get("plotly_chart")]


@pytest.mark.parametrize("show", SHOWN)
def test_each_table_says_where_it_stands(open_page: Callable[..., AppTest], show: Shown) -> None:
    app = open_page("history", view="published", show=show)
    assert not app.exception and not app.warning
    assert "not measured here" in app.caption[0].value and "(20" in app.caption[0].value
    assert len(charts(app)) == (1 if show in {"squad", "ner", "pretraining"} else 2)


def test_what_was_measured_here_is_that_of_the_evaluation(open_page: Callable[..., AppTest]) -> None:
    evaluation = bundled_evaluation("mini")
    assert evaluation is not None
    drawn = charts(open_page("history", view="published", show="swag"))[1]["data"][0]
    assert float(drawn["text"][0]) == round(100 * evaluation.next_sentence.accuracy(None), 1)
    here, published = charts(open_page("history", view="published", show="sizes"))[1]["data"]
    assert len(here["text"]) == len(evaluation.held_out)
    assert len(published["text"]) == 6 and published["marker"]["symbol"] == "circle-open"


def test_tables_are_whole() -> None:
    glue = published_table("glue")
    tasks, mean = glue.values[:-1], glue.values[-1]
    np.testing.assert_allclose(tasks.mean(axis=0), mean, atol=0.06)
    assert published_table("sizes").without("perplexity").columns == ("MNLI-m", "MRPC", "SST-2")
    for name in TABLES:
        assert not np.isnan(published_table(name).values).all(axis=1).any()
    assert max(PUBLISHED_F1.values()) < published_table("ner").value("BERT-base, fine-tuned", "F1, dev")
