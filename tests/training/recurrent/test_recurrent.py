"""A small recurrent model learned from small corpora, written, read again and measured."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from bertviz_core.analysis.vectors.lstm_states import lstm_influence, lstm_states
from bertviz_core.cli import main
from bertviz_core.engine import BertEngine
from bertviz_core.models.recurrent_lm import (
    EVALUATION,
    FOLDER,
    piece_tokenizer,
    read_recurrent,
    recurrent_card,
    recurrent_lm,
    recurrent_tokenizer,
)
from bertviz_core.results import LstmWeights
from bertviz_core.training.recurrent.corpus import choose_pieces, read_pieces, stretches
from bertviz_core.training.recurrent.reach import FAR, mean_reach


def torch_lstm(lstm: LstmWeights) -> nn.LSTM:
    """Return the same LSTM as PyTorch's own."""
    own = nn.LSTM(lstm.of_input.shape[1], lstm.of_state.shape[1], batch_first=True)
    own.weight_ih_l0.data = torch.from_numpy(lstm.of_input)
    own.weight_hh_l0.data = torch.from_numpy(lstm.of_state)
    own.bias_ih_l0.data = torch.from_numpy(lstm.bias)
    own.bias_hh_l0.data.zero_()
    return own


def inputs_of(text: str) -> np.ndarray:
    return recurrent_lm().embeddings[recurrent_tokenizer().encode(text).ids]


@pytest.mark.parametrize("direction", ["rightwards", "leftwards"])
def test_states_and_derivatives_are_those_of_pytorch(direction: str) -> None:
    lstm, inputs = getattr(recurrent_lm(), direction), inputs_of("Ana olvidó las llaves en casa")
    own, given = torch_lstm(lstm), torch.from_numpy(inputs)
    np.testing.assert_allclose(lstm_states(lstm, inputs), own(given[None])[0][0].detach(), atol=1e-5)

    jacobian = torch.autograd.functional.jacobian(lambda x: own(x[None])[0][0], given)  # (n, s, n, e)
    for first, last in [(0, 1), (2, 4), (len(inputs) - 1, len(inputs))]:
        norms = jacobian[:, :, first:last].square().sum(dim=(1, 2, 3)).sqrt()
        np.testing.assert_allclose(lstm_influence(lstm, inputs, first, last), norms, rtol=1e-3, atol=1e-7)


def test_an_lstm_is_its_equations() -> None:
    lstm, inputs = recurrent_lm().rightwards, inputs_of("The dog barks")
    size = lstm.of_state.shape[1]
    h, c = np.zeros(size), np.zeros(size)
    for x, state in zip(inputs, lstm_states(lstm, inputs), strict=True):
        i, f, g, o = (lstm.of_input @ x + lstm.of_state @ h + lstm.bias).reshape(4, size)
        c = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
        h = np.tanh(c) / (1 + np.exp(-o))
        np.testing.assert_allclose(state, h, atol=1e-5)


def test_the_bundled_model_knows_more_than_frequencies() -> None:
    weights, known = recurrent_lm(), json.loads((FOLDER / EVALUATION).read_text())
    assert weights.parameters == known["parameters"] < 1_000_000
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 3_000_000
    for language in ("es", "en", "pt"):
        own = known["scores"][language]
        assert max(own["rightwards"], own["leftwards"]) < own["unigram"] / 3
        assert f"{own['unigram']:.0f}" in recurrent_card(language)


def test_every_word_falls_into_known_pieces() -> None:
    lines = ["The barking dogs barked", "the dog barks"] * 3
    letters = {letter for line in lines for letter in line.lower() if letter != " "}
    vocabulary = ("[UNK]", "[SEP]", "the", "dog", "##s", *letters, *(f"##{letter}" for letter in letters))
    pieces = choose_pieces([lines], vocabulary, 40)
    assert pieces[:2] == ("[UNK]", "[SEP]") and {"the", "dog", "##s"} <= set(pieces)
    assert piece_tokenizer(pieces).encode("Dogs").tokens == ["dog", "##s"]
    text = read_pieces(lines, pieces)
    assert pieces.index("[UNK]") not in text.ids
    assert (text.ids == pieces.index("[SEP]")).sum() == len(lines)
    assert stretches(text, len(text.ids)).tolist() == [0]


def test_the_command_makes_a_model_that_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentences = {"es": "El perro ladra de noche", "en": "The dog barks at night", "pt": "O cão late à noite"}
    for code, sentence in sentences.items():
        for name in (code, f"everyday_{code}"):
            (tmp_path / f"{name}.txt.xz").write_bytes(lzma.compress(f"{sentence}.\n".encode() * 40))
        (tmp_path / f"heldout_{code}.txt").write_text(f"{sentence}.\n" * 20, encoding="utf-8")
    out = tmp_path / "model"
    assert main(["recurrent", "train", "--corpora", str(tmp_path), "--output", str(out), "--steps", "2"]) == 0
    weights = read_recurrent(out)
    assert len(weights.pieces) == len(weights.embeddings) == len(weights.output_bias)
    assert json.loads((out / EVALUATION).read_text())["scores"]["en"]["pieces"] > 0


def test_how_far_words_reach_is_told_by_distance(mini: BertEngine) -> None:
    words = ("la casa azul de mi abuela tiene un jardín con muchas flores y " * 3).split()[: 2 * FAR + 1]
    found = mean_reach(mini, ["too short", " ".join(words)], most=2)
    answer = mini.order_influence(" ".join(words), FAR)
    assert found["sentences"] == 1
    np.testing.assert_allclose(found["lstm"], answer.relative("rightwards")[FAR + 1 :], atol=1e-4)
    np.testing.assert_allclose(found["lstm_back"], answer.relative("leftwards")[FAR - 1 :: -1], atol=1e-4)
    both = (answer.relative("gradient")[FAR + 1 :] + answer.relative("gradient")[FAR - 1 :: -1]) / 2
    np.testing.assert_allclose(found["model"], both, atol=1e-4)
    assert found["model"][0] == 1
