"""The input on the page, without a browser: what it says, keeps in the address, compares and saves."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.errors import ModelNotFoundError
from bertviz_core.models import sources
from bertviz_core.ui.inside.input import telling_token
from bertviz_core.ui.inside.input_files import input_csv, input_json

TEXT = "El perro persigue al otro perro"
HOSTILE = "</td><img src=x onerror=alert(1)> *x* $5"


def html(app: AppTest) -> str:
    return "".join(element.proto.body for element in app.get("html"))


def test_a_word_that_comes_twice_is_told_with_its_cosine(
    open_page: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_page("inside", text=TEXT)
    answer = mini.input_embeddings(TEXT)
    one, other = answer.equal_tokens(telling_token(answer.encoding))
    (said,) = app.subheader
    assert f"at {one} and at {other}" in said.value
    assert f"{answer.cosine(one, other):.2f}" in said.value
    assert app.query_params["token"] == str(one)


def test_a_link_brings_token_and_stage_back(open_page: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_page("inside", text=TEXT, pair="un gato", token="10", stage="position")
    answer = mini.input_embeddings(TEXT, "un gato")
    (said,) = app.subheader
    assert f"{answer.encoding.labels[10]}" in said.value
    assert "segment B" in said.value
    strips = json.loads(app.get("plotly_chart")[2].proto.spec)
    assert len(strips["layout"]["yaxis"]["ticktext"]) == len(answer.encoding)
    assert (app.query_params["token"], app.query_params["stage"]) == ("10", "position")


def test_every_piece_stands_in_the_table(open_page: Callable[..., AppTest], mini: BertEngine) -> None:
    table = html(open_page("inside", text=TEXT))
    encoding = mini.encode(TEXT)
    for token, number in zip(encoding.tokens, encoding.ids, strict=True):
        assert f">{token}</td>" in table
        assert f">{number}</td>" in table


def test_a_hostile_text_is_text_everywhere(open_page: Callable[..., AppTest]) -> None:
    app = open_page("inside", text=HOSTILE, tokenizers="mini")
    assert "<img" not in html(app)
    assert "&lt;" in html(app)


@pytest.mark.parametrize("text", [" ", "\u200b"])
def test_a_blank_text_gets_a_hint(open_page: Callable[..., AppTest], text: str) -> None:
    app = open_page("inside")
    app.text_input(key="inside_text").set_value(text).run()
    assert not app.exception
    assert "no text" in app.warning[0].value
    assert not app.get("plotly_chart")


def test_other_tokenizers_cut_the_same_text(
    open_page: Callable[..., AppTest],
    checkpoint: Callable[..., Path],
    settings: Callable[..., None],
) -> None:
    folders = [str(checkpoint(family)) for family in ("roberta", "albert")]
    settings(allowed_models=json.dumps(["mini", *folders]))
    app = open_page("inside", text="El 🙂", tokenizers=",".join(["mini", *folders]))
    cuts = html(app)
    assert all(folder in cuts for folder in folders)
    assert 'class="unknown">[UNK] ← 🙂' in cuts
    assert app.query_params["tokenizers"] == ",".join(["mini", *folders])


def test_a_tokenizer_that_cannot_be_had_is_told_and_asked_for_once(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def unreachable(model_id: str, **options: object) -> None:
        asked.append((model_id, options["weights"]))
        raise ModelNotFoundError("“{model}” cannot be reached.", model=model_id)

    monkeypatch.setattr(sources, "fetch_from_hub", unreachable)
    app = open_page("inside", text=TEXT, tokenizers="bert-base-cased")
    assert any("cannot be reached" in warning.value for warning in app.warning)
    app.selectbox[0].set_value(1).run()
    assert not app.exception
    assert any("cannot be reached" in warning.value for warning in app.warning)
    assert asked == [("bert-base-cased", False)]


def test_closed_it_loads_no_tokenizer(open_page: Callable[..., AppTest]) -> None:
    app = open_page("inside", text=TEXT)
    assert not app.multiselect
    assert "tokenizers" not in app.query_params


def test_the_files_hold_the_token(mini: BertEngine) -> None:
    answer = mini.input_embeddings(TEXT, "un gato")
    rows = list(csv.DictReader(io.StringIO(input_csv(answer, 2))))
    assert len(rows) == mini.info.hidden_size
    for row in rows[:5]:
        parts = (float(row[name]) for name in ("token", "segment", "position"))
        assert sum(parts) == pytest.approx(float(row["sum"]), abs=2e-6)
    document = json.loads(input_json(answer, 2))
    assert document["position"] == 2
    assert document["pair"] == "un gato"
    assert document["enters_layer_1"] == pytest.approx(answer.output[2].tolist())


@pytest.mark.parametrize(
    ("text", "piece"),
    [(TEXT, "perro"), ("El electroencefalograma", "electro"), ("¿? …", "[CLS]")],
)
def test_it_begins_with_a_piece_that_comes_twice_or_the_longest(
    mini: BertEngine, text: str, piece: str
) -> None:
    encoding = mini.encode(text)
    assert encoding.labels[telling_token(encoding)] == piece
