"""The masks without a browser: what the view shows, keeps in the address and saves."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.inside.masks_choices import last_word, usual_query
from bertviz_core.ui.inside.masks_files import masks_csv, masks_json

TEXT, PAIR = "El perro persigue al gato", "The dog chases"
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile:"


@pytest.fixture
def open_view(open_page: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open the view by an address."""
    return lambda **parameters: open_page("inside", **{"view": "masks", "text": TEXT} | parameters)


def said(app: AppTest) -> str:
    (title,) = app.subheader
    return title.value


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_the_answer_is_about_the_first_longer_word(
    open_view: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_view(mask="causal", layer="3", head="5")
    answer = mini.masked_attention(TEXT, layer=2, head=4, mask="causal")
    place = answer.encoding.surfaces.index("perro")
    assert f"“perro” sees {place + 1} of {len(answer.encoding)} tokens" in said(app)
    assert f"{answer.weights[place].max():.2f})" in said(app)
    assert (app.query_params["mask"], app.query_params["query"]) == ("causal", str(place))
    assert len(charts(app)) == 2


@pytest.mark.parametrize("mask", ["full", "padding", "cross"])
def test_a_link_restores_mask_head_and_token(
    open_view: Callable[..., AppTest], mini: BertEngine, mask: str
) -> None:
    app = open_view(mask=mask, layer="2", head="7", query="6", pair=PAIR)
    answer = mini.masked_attention(TEXT, PAIR, layer=1, head=6, mask=mask)
    assert f"“{answer.encoding.labels[6]}”".replace("##", r"\#\#") in said(app)
    assert {box.label: box.value for box in app.selectbox}["Token that looks"] == 6
    shown = charts(app)[0]["layout"]["yaxis"]["ticktext"]
    assert len(shown) == len(answer.encoding)
    assert [app.query_params[name] for name in ("mask", "layer", "head")] == [mask, "2", "7"]


def test_across_a_pair_the_answer_is_about_the_second_sentence(mini: BertEngine) -> None:
    answer = mini.masked_attention(TEXT, PAIR, layer=0, head=0, mask="cross")
    assert answer.encoding.sequence_ids[usual_query(answer)] == 1


def test_a_blank_is_answered_with_and_without_the_mask(
    open_view: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_view(mask="causal")
    assert len(charts(app)) == 2
    app.session_state["masks_blank"] = True
    app.run()
    assert not app.exception
    assert len(charts(app)) == 4
    answers = mini.fill_mask_by_direction(
        "El perro persigue al [MASK]", word="gato", top_k=5, end_sentence=True
    )
    assert answers.both.predictions[0].token in charts(app)[2]["layout"]["yaxis"]["ticktext"]
    assert answers.left.predictions[0].token in charts(app)[3]["layout"]["yaxis"]["ticktext"]
    assert any("“gato” is hidden" in line.value for line in app.markdown)


def test_the_last_word_is_hidden_whole(mini: BertEngine) -> None:
    for text, word in (("El perro persigue.", "persigue"), ("Un lobo es", "lobo"), ("a b 1", None)):
        found = last_word(mini.encode(text))
        assert (found and text[slice(*found)]) == word


def test_a_long_text_gets_a_sentence(open_view: Callable[..., AppTest]) -> None:
    app = open_view(text="palabra " * 80)
    assert any("64 at most" in warning.value for warning in app.warning)
    assert not charts(app)


def test_a_hostile_text_is_shown_as_typed(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    place = mini.encode(HOSTILE).surfaces.index("<")
    app = open_view(text=HOSTILE, query=str(place), mask="full")
    assert r"“\<”" in said(app)
    names = charts(app)[0]["layout"]["yaxis"]["ticktext"]
    assert not any("<" in name for name in names)


def test_the_files_hold_every_pair(mini: BertEngine) -> None:
    answer = mini.masked_attention(TEXT, layer=2, head=4, mask="causal")
    rows = list(csv.DictReader(io.StringIO(masks_csv(answer))))
    assert len(rows) == len(answer.encoding) ** 2
    for row in rows:
        query, key = int(row["query"]), int(row["key"])
        assert bool(int(row["allowed"])) == answer.allowed[query, key]
        assert float(row["weight"]) == pytest.approx(answer.weights[query, key], abs=1e-6)
    document = json.loads(masks_json(answer))
    assert (document["layer"], document["head"], document["mask"]) == (3, 5, "causal")
    assert document["weights"][3] == pytest.approx(answer.weights[3].tolist())
