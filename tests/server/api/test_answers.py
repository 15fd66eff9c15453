"""Every question answers the document of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from bertviz_core.cli import main
from bertviz_core.engine import BertEngine
from bertviz_core.server.api.answers import MOST_TOKENS
from bertviz_core.server.api.questions import QUESTIONS
from bertviz_core.server.metrics import Metrics

TEXT, BLANK = "La niña abrió la puerta 😊.", "La niña abrió la [MASK]."


def same_numbers(one: Any, other: Any) -> bool:
    """Compare documents, in which two passes over the same input may differ in the last digit."""
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-4, abs=1e-6)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same_numbers(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_numbers, one, other))
    return bool(one == other)


@pytest.mark.parametrize(
    ("name", "body", "command"),
    [
        ("tokens", {"text": TEXT, "pair": "Y salió."}, [TEXT, "--pair", "Y salió."]),
        ("heads", {"text": TEXT}, [TEXT]),
        ("fill-mask", {"text": BLANK, "top_k": 3, "candidates": ["luz"]},
         [BLANK, "--top-k", "3", "--candidate", "luz"]),
        ("fill-mask", {"text": "La [MASK] abrió la [MASK].", "joint": True, "beams": 2, "top_k": 2},
         ["La [MASK] abrió la [MASK].", "--joint", "--beams", "2", "--top-k", "2"]),
        ("fill-mask", {"text": BLANK, "without_heads": ["0.3", "11.0"]},
         [BLANK, "--without-head", "0.3", "--without-head", "11.0"]),
        ("next-sentence", {"first": "Ana salió.", "second": "Volvió."}, ["Ana salió.", "Volvió."]),
        ("next-sentence", {"first": "Ana salió.", "second": ["Volvió tarde.", "El mar es azul."]},
         ["Ana salió.", "Volvió tarde.", "El mar es azul."]),
        ("surprise", {"text": "Ana salió.", "within_words": "left_to_right"},
         ["Ana salió.", "--within-words", "left_to_right"]),
        ("models", {"model": "mini"}, ["--model", "mini"]),
        ("models", {}, []),
    ],
)  # fmt: skip
def test_the_document_is_that_of_the_command_line(
    client: TestClient,
    capsys: pytest.CaptureFixture[str],
    name: str,
    body: dict[str, Any],
    command: list[str],
) -> None:
    answer = client.post(f"/api/v1/{name}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    capsys.readouterr()
    assert main([name, "--json", *command]) == 0
    assert same_numbers(answer.json(), json.loads(capsys.readouterr().out))


def test_vectors_of_a_word(client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentences = ["Se sentó en un banco.", "Los bancos abren.", "Nada."]
    body = {"word": "banco", "sentences": sentences, "layers": 3, "forms": "es"}
    (tmp_path / "lines.txt").write_text("\n".join(sentences), encoding="utf-8")
    command = ["embed", "--json", "--word", "banco", "--layers", "3", "--forms", "es"]
    assert main([*command, str(tmp_path / "lines.txt")]) == 0
    document = client.post("/api/v1/embed", json=body).json()
    assert len(document["occurrences"]) == 2
    assert same_numbers(document, json.loads(capsys.readouterr().out))


def test_the_weights_of_every_head(client: TestClient, mini: BertEngine, metrics: Metrics) -> None:
    answer = client.post("/api/v1/attention", json={"text": TEXT})
    assert answer.headers["content-encoding"] == "gzip"
    document = answer.json()
    maps = mini.attention(TEXT)
    assert document["tokens"] == list(maps.encoding.tokens)
    np.testing.assert_allclose(document["weights"], maps.weights, atol=1e-6)
    assert {len(str(weight).partition(".")[2]) <= 6 for weight in document["weights"][0][0][0]} == {True}
    labels = {"question": "attention", "status": "200"}
    assert metrics.registry.get_sample_value("bertscope_api_answers_total", labels) == 1


def test_a_small_answer_or_one_for_a_plain_program_is_not_compressed(client: TestClient) -> None:
    plain = client.post("/api/v1/attention", json={"text": "a"}, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    body = {"first": "Ana salió.", "second": "Volvió tarde."}
    assert "content-encoding" not in client.post("/api/v1/next-sentence", json=body).headers


@pytest.mark.parametrize("name", ["attention", "surprise"])
def test_what_is_large_or_slow_is_bounded(client: TestClient, name: str) -> None:
    answer = client.post(f"/api/v1/{name}", json={"text": "la " * 200})
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"]["most"] == MOST_TOKENS


def test_vectors_are_bounded(client: TestClient) -> None:
    body = {"word": "la", "sentences": ["la " * 400] * 3}
    answer = client.post("/api/v1/embed", json=body)
    assert (answer.status_code, answer.json()["error"]["fields"]["numbers"]) == (422, 4 * 384)
    body = {"word": "la", "sentences": ["la " * 4000] * 3}
    assert client.post("/api/v1/embed", json=body).json()["error"]["fields"] == {"most": 20_000}


def test_fine_tuned_models(client_of: Callable[..., TestClient], fine: Callable[..., BertEngine]) -> None:
    client = client_of(run_class=fine(), run_tags=fine("bert", "tagging"), run_ask=fine("bert", "question"))

    def ask(model: str, **body: object) -> Any:
        return client.post("/api/v1/classify", json={"model": model, "text": "the man went", **body}).json()

    assert set(ask("run:class")) >= {"label", "probabilities"}
    assert [row["word"] for row in ask("run:tags")["words"]] == ["the", "man", "went"]
    assert ask("run:ask", context="the man went to the store")["answers"]
    assert "context" in ask("run:ask")["error"]["message"]
    assert "context" in ask("run:class", context="a")["error"]["message"]
    assert "pair" in ask("run:tags", pair="a")["error"]["message"]
    assert client.post("/api/v1/classify", json={"text": "a"}).status_code == 422  # `mini` tells no classes


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "classify"])
def test_the_examples_are_answered(client: TestClient, name: str) -> None:
    assert client.post(f"/courses/bert/api/v1/{name}", json=QUESTIONS[name].example).status_code == 200
