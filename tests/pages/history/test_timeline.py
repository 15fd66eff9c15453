"""The line of time on the page: a model by the address, what was new in it, and what can be tried."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.samples.history.models import published_models
from bertviz_core.ui.history.timeline import model_code
from bertviz_core.ui.history.timeline_news import news
from bertviz_core.ui.history.timeline_try import trials


def test_a_model_comes_by_a_link(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="timeline", which="albert")
    assert app.subheader[0].value.startswith("**ALBERT, 2019:** all layers share")
    assert "12 to 235 million" in "".join(one.value for one in app.markdown)
    chart = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert len(chart["data"][-1]["text"]) == len(published_models())
    app.select_slider("timeline_model").set_value("elmo").run()
    assert app.subheader[0].value.startswith("**ELMo, 2018:**")
    assert "The number is from allennlp" in "".join(one.value for one in app.markdown)
    assert str(app.query_params["which"]).strip("[]'") == "elmo"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_whole_name_is_hidden_beside_a_piece(open_page: Callable[..., AppTest], lang: str) -> None:
    app = open_page("history", lang=lang, view="timeline", which="ernie")
    piece, whole = app.dataframe[0].value.iloc[:, 1]
    assert piece.count("[MASK]") == 1 and whole.count("[MASK]") == 2


def test_a_trial_opens_another_page(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="timeline", which="distilbert")
    app.button("timeline_try").click().run()
    assert not app.exception


def test_a_trial_on_the_same_page_opens_its_view(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="timeline", which="word2vec")
    app.button("timeline_try").click().run()
    assert str(app.query_params["show"]).strip("[]'") == "learn"
    assert "which" not in app.query_params and not app.exception


def test_every_model_has_its_news_its_place_and_a_code_of_its_own() -> None:
    names = [model.name for model in published_models()]
    assert len({model_code(name) for name in names}) == len(names) == len(trials())
    for name in names:
        trial = trials()[name]
        assert news(name)
        assert trial.view in import_module(f"bertviz_core.ui.{trial.page}.views").VIEWS
