"""The model that comes with the app: its files, and that it learned what its card says."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer, BertForPreTraining

from bertviz_core.engine import BertEngine

ROOT = Path(__file__).parents[2]
BUNDLED = ROOT / "bertviz_core" / "models" / "bundled"
SENSES = ROOT / "tests" / "data" / "senses_banco.tsv"


def test_the_weights_are_safetensors_in_shards_a_repository_takes() -> None:
    weights = sorted(BUNDLED.glob("*.safetensors"))
    assert len(weights) > 1
    assert all(file.stat().st_size < 45_000_000 for file in weights)
    assert not [*BUNDLED.glob("*.bin"), *BUNDLED.glob("*.pt"), *BUNDLED.glob("*.pkl")]


def test_it_is_a_bert_with_both_pretraining_heads(mini: BertEngine) -> None:
    info = mini.info
    assert (info.family, info.layers, info.heads, info.hidden_size) == ("bert", 12, 12, 384)
    assert info.has_mlm_head and info.has_nsp_head and info.has_segments
    assert not info.lowercases and not info.strips_accents
    assert set(info.languages) == {"es", "en", "pt"}
    assert info.licence == "mit"


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("Ella toca la [MASK] en una banda.", {"guitarra"}),
        ("Bebo una taza de [MASK] por la mañana.", {"café", "té"}),
        ("the man went to the [MASK] and bought a gallon of milk", {"store", "shop"}),
        ("The opposite of hot is [MASK].", {"cold"}),
        ("Eu bebo uma xícara de [MASK] de manhã.", {"café", "chá"}),
    ],
)
def test_it_fills_an_everyday_blank_as_a_person_would(
    mini: BertEngine, text: str, accepted: set[str]
) -> None:
    (blank,) = mini.fill_mask(text, top_k=3).masks
    assert accepted & {prediction.token for prediction in blank.predictions}


def test_context_tells_the_senses_of_banco_apart_and_the_word_alone_does_not() -> None:
    with SENSES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    senses = np.array([row["sense"] for row in rows])
    accuracy = [nearest_neighbour_accuracy(vectors, senses) for vectors in layers_of_banco(rows)]
    assert accuracy[0] < 0.65
    assert max(accuracy) > 0.8


def layers_of_banco(rows: list[dict[str, str]]) -> np.ndarray:
    """Return the vectors of the word, `(layers + 1, sentences, hidden size)`, by plain transformers."""
    tokenizer = AutoTokenizer.from_pretrained(BUNDLED)
    model = BertForPreTraining.from_pretrained(BUNDLED, dtype=torch.float32).eval()
    banco = tokenizer.convert_tokens_to_ids("banco")
    vectors = []
    for row in rows:
        encoded = tokenizer(row["sentence"], return_tensors="pt")
        (place,) = (encoded["input_ids"][0] == banco).nonzero()[0].tolist()
        with torch.inference_mode():
            hidden = model.bert(**encoded, output_hidden_states=True).hidden_states
        vectors.append(torch.stack([layer[0, place] for layer in hidden]).numpy())
    return np.stack(vectors, axis=1)


def nearest_neighbour_accuracy(vectors: np.ndarray, labels: np.ndarray) -> float:
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosine = unit @ unit.T
    np.fill_diagonal(cosine, -2.0)
    return float((labels[cosine.argmax(axis=1)] == labels).mean())
