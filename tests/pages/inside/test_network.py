"""The whole network without a browser: what opens, what the address keeps, what another size would cost."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.results import EncoderSize
from bertviz_core.ui.inside import network
from bertviz_core.ui.inside.network_files import parts_csv, parts_json
from bertviz_core.ui.inside.network_parts import part_name
from bertviz_core.ui.inside.network_size import (
    LAYERS,
    VOCABULARY,
    WIDE,
    WIDTH,
    loaded_size,
    named_size,
    possible_heads,
)

BASE = "12,768,12,3072,30522"


@pytest.fixture
def open_view(open_page: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open the view by an address."""
    return lambda **parameters: open_page("inside", **{"view": "network"} | parameters)


def said(app: AppTest) -> str:
    (title,) = app.subheader
    return title.value


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def table(app: AppTest, column: str) -> Any:
    (found,) = [frame.value for frame in app.dataframe if column in frame.value.columns]
    return found


def closed_field(app: AppTest) -> Any:
    """Return the field that opens the next part."""
    (found,) = [box for box in app.selectbox if box.value == ""]
    return found


def test_the_model_is_told_with_its_parameters(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_view()
    assert f"{mini.info.parameters:,} parameters" in said(app)
    (tiles,) = charts(app)[0]["data"]
    assert tiles["values"][0] == mini.info.parameters
    assert "part" not in app.query_params
    assert not [field for field in app.text_input if field.label == "Sentence"]


def test_layers_that_share_their_weights_are_said_to(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("albert")
    parts = engine.parameter_parts()
    assert "3 layers share the same weights" in network._told(engine, parts, (parts.whole,))
    shared = next(part for part in parts.whole.children if part.kind == "layer")
    assert part_name(shared) == "Layers 1–3, shared"


def test_parts_open_one_after_the_other_and_close_again(open_view: Callable[..., AppTest]) -> None:
    app = open_view()
    for slug in ("layer-3", "attention", "head-5"):
        box = closed_field(app)
        box.set_value(slug).run()
        assert not app.exception
    assert app.query_params["part"] == "layer-3.attention.head-5"
    assert said(app).startswith("Layer 3 › Self\\-attention › Head 5: 49,248 parameters")
    [box] = [box for box in app.selectbox if box.value == "layer-3"]
    box.set_value("").run()
    assert "part" not in app.query_params


def test_a_link_opens_a_matrix_with_its_numbers(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    path = ["layer-3", "attention", "head-5", "query"]
    app = open_view(part=".".join(path))
    assert "32 × 384 + 32 = 12,320 parameters" in said(app)
    values = mini.part_values(path)
    cells, bars = (chart["data"][0] for chart in charts(app))
    assert cells["type"] == "heatmap"
    assert bars["type"] == "bar"
    assert any(f"{values.deviation:.4f}" in caption.value for caption in app.caption)


@pytest.mark.parametrize("part", ["layer-99", "<b>", "layer-3.nothing", "." * 300])
def test_a_part_that_is_not_there_is_left_out(open_view: Callable[..., AppTest], part: str) -> None:
    app = open_view(part=part)
    assert "parameters" in said(app)
    assert app.query_params.get("part") in (None, "layer-3")


def test_another_size_is_counted_from_the_address(open_view: Callable[..., AppTest]) -> None:
    app = open_view(size=BASE)
    told = {metric.label: metric.value for metric in app.metric}
    size = EncoderSize(layers=12, width=768, heads=12, wide=3072, vocabulary=30522)
    assert told["Parameters"] == "109,482,240"
    assert told["Memory, float32"] == "437.9 MB"
    assert told["Multiplications a token"] == f"{size.multiplications(128) / 1e6:.1f} million"
    [layers] = [slider for slider in app.slider if slider.label == "Layers L"]
    layers.set_value(24).run()
    assert app.query_params["size"] == "24,768,12,3072,30522"


def test_the_sizes_begin_with_those_of_the_loaded_model(mini: BertEngine) -> None:
    size = loaded_size(mini, mini.parameter_parts())
    assert (size.layers, size.width, size.heads, size.wide) == (12, 384, 12, 1536)
    assert (size.vocabulary, size.positions, size.segments) == (mini.info.vocab_size, 512, 2)


def test_the_sizes_of_every_family_can_be_offered(engine: BertEngine) -> None:
    size = loaded_size(engine, engine.parameter_parts())
    assert size.parameters > 0
    assert size.heads in possible_heads(size.width)
    assert (size.segments == 0) == (engine.info.family == "distilbert")


@pytest.mark.parametrize(
    "written", ["", "1,2", "a,b,c,d,e", "12,768,12,3072,-5", "1,1,1,1,99999999", "٣,1,1,1,1"]
)
def test_sizes_that_are_none_are_the_usual_ones(written: str) -> None:
    usual = EncoderSize(layers=2, width=64, heads=4, wide=128, vocabulary=1000)
    assert named_size(written, usual) is usual


def test_sizes_are_bounded() -> None:
    usual = EncoderSize(layers=2, width=64, heads=4, wide=128, vocabulary=1000)
    size = named_size("999,99999,5,99999,999999", usual)
    assert (size.layers, size.width, size.wide, size.vocabulary) == (
        LAYERS[1],
        WIDTH[1],
        WIDE[1],
        VOCABULARY[1],
    )


def test_published_models_and_the_config_stand_in_tables(
    open_view: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_view()
    known = table(app, "Source")
    assert known["Model"].tolist()[:3] == [mini.info.name, "Transformer (base)", "BERT-base"]
    config = table(app, "Meaning").set_index("Key")
    assert config.loc["hidden_size", "Value"] == "384"
    assert all(meaning and meaning != "–" for meaning in config["Meaning"])


def test_the_files_hold_every_matrix(mini: BertEngine) -> None:
    parts = mini.parameter_parts()
    rows = list(csv.DictReader(io.StringIO(parts_csv(parts))))
    assert sum(int(row["parameters"]) for row in rows) == mini.info.parameters
    assert {row["part"] for row in rows} >= {"layer-3.attention.head-5.query", "embeddings.word_embeddings"}
    document = json.loads(parts_json(parts))
    assert document["parts"]["parameters"] == mini.info.parameters
    assert document["tied"]["cls.predictions.decoder.weight"] == "bert.embeddings.word_embeddings.weight"
