"""The three steps of `pretrain` on the command line, from a packed encoder to a model folder."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertForPreTraining

from bertviz_core.cli import main
from bertviz_core.errors import InputError
from bertviz_core.training.pretraining.e5_weights import BLOCK, read_packed_encoder

HIDDEN, LAYERS, HEADS, INNER = 32, 2, 4, 64
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁El", "▁gato", "▁duerme", ".", "o", "s", "▁a", "▁pan", "<mask>"]
LETTERS = sorted(set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def packed_blocks(rng: np.random.Generator, size: int) -> tuple[bytes, np.ndarray]:
    """Return 4-bit blocks and the weights they stand for, computed one by one."""
    raw, weights = b"", []
    for _ in range(size // BLOCK):
        scale, levels = np.float16(rng.uniform(0.01, 0.1)), rng.integers(0, 16, BLOCK)
        raw += scale.tobytes() + bytes(int(levels[j] | (levels[j + 16] << 4)) for j in range(16))
        weights += [(int(level) - 8) * float(scale) for level in levels]
    return raw, np.array(weights, dtype=np.float32)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, np.ndarray]]:
    """Write a small file of the packed layout."""
    rng = np.random.default_rng(0)
    pieces = PIECES[:-1] + ["▁" + c for c in LETTERS] + LETTERS + PIECES[-1:]
    rows = len(pieces)
    shapes = {"emb.word": rows * HIDDEN}
    plain = {"emb.pos": 512 * HIDDEN, "emb.type": 2 * HIDDEN, "emb.ln.w": HIDDEN, "emb.ln.b": HIDDEN}
    for layer in range(LAYERS):
        for name, size in (("q", HIDDEN), ("k", HIDDEN), ("v", HIDDEN), ("ao", HIDDEN), ("fi", INNER)):
            shapes[f"l{layer}.{name}.w"], plain[f"l{layer}.{name}.b"] = size * HIDDEN, size
        shapes[f"l{layer}.fo.w"], plain[f"l{layer}.fo.b"] = HIDDEN * INNER, HIDDEN
        for name in ("aln", "oln"):
            plain[f"l{layer}.{name}.w"] = plain[f"l{layer}.{name}.b"] = HIDDEN
    tensors: dict[str, tuple[int, int, bytes]] = {}
    wanted: dict[str, np.ndarray] = {}
    for name, size in shapes.items():
        raw, wanted[name] = packed_blocks(rng, size)
        tensors[name] = (1, size, raw)
    for name, size in plain.items():
        wanted[name] = rng.normal(size=size).astype(np.float32)
        tensors[name] = (0, size, wanted[name].tobytes())
    encoded = [piece.encode() for piece in pieces]
    ends = np.cumsum([0, *map(len, encoded)]).astype("<u4")
    head = b"E5S1" + struct.pack("<I7ifi", 1, HIDDEN, LAYERS, HEADS, INNER, rows, 512, 2, 1e-12, BLOCK)
    head += struct.pack("<5iQ", rows, 0, 2, 1, 3, int(ends[-1])) + ends.tobytes()
    head += np.linspace(-3, -9, rows, dtype="<f4").tobytes() + b"".join(encoded) + struct.pack("<iI", 0, 0)
    head += struct.pack("<i", len(tensors))
    at = len(head) + sum(2 + len(name) + struct.calcsize("<BIQQ") for name in tensors)
    body = b""
    for name, (kind, size, raw) in tensors.items():
        head += struct.pack("<H", len(name)) + name.encode()
        head += struct.pack("<BIQQ", kind, size, at + len(body), len(raw))
        body += raw
    path = tmp_path_factory.mktemp("packed") / "encoder.bin"
    path.write_bytes(head + body)
    return path, wanted


def test_packed_blocks_are_read_as_their_layout_says(packed: tuple[Path, dict[str, np.ndarray]]) -> None:
    path, wanted = packed
    encoder = read_packed_encoder(path)
    assert (encoder.hidden_size, encoder.layers, encoder.heads) == (HIDDEN, LAYERS, HEADS)
    for name, values in wanted.items():
        assert np.allclose(encoder.tensor(name), values), name
    row = encoder.pieces.index("▁gato")
    assert np.allclose(encoder.word_rows(np.array([row]))[0], wanted["emb.word"].reshape(-1, HIDDEN)[row])


def test_another_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes(b"something else, long enough to hold a header of ten numbers and more")
    with pytest.raises(InputError, match="is not a packed encoder"):
        read_packed_encoder(other)


def test_from_packed_weights_to_a_model(
    packed: tuple[Path, dict[str, np.ndarray]],
    corpus_files: list[Path],
    tmp_path: Path,
) -> None:
    path, wanted = packed
    corpus = [str(file) for file in corpus_files]
    start, run, bundle = (str(tmp_path / name) for name in ("start", "run", "bundle"))
    converting = ["pretrain", "convert", "--packed", str(path), "--corpus", *corpus, "--output", start]
    assert main([*converting, "--pieces", "200", "--words", "10"]) == 0
    model = BertForPreTraining.from_pretrained(start)
    query = model.bert.encoder.layer[1].attention.self.query.weight.detach().numpy()
    assert np.allclose(query, wanted["l1.q.w"].reshape(HIDDEN, HIDDEN))

    training = ["pretrain", "train", "--start", start, "--corpus", *corpus, "--run-folder", run]
    assert main([*training, "--tokens", "3000", "--tokens-per-batch", "128", "--workers", "1"]) == 0
    assert main(["pretrain", "export", "--start", start, "--run-folder", run, "--output", bundle]) == 0
    trained = BertForPreTraining.from_pretrained(bundle, dtype=torch.float32)
    moved = trained.bert.encoder.layer[1].attention.self.query.weight.detach().numpy()
    assert not np.allclose(moved, query, atol=1e-3)

    mean, gentle = str(tmp_path / "mean"), str(tmp_path / "gentle")
    averaging = ["pretrain", "average", "--model", bundle, "--start", start, "--share", "0.5"]
    assert main([*averaging, "--output", mean]) == 0
    averaged = BertForPreTraining.from_pretrained(mean, dtype=torch.float32)
    between = averaged.bert.encoder.layer[1].attention.self.query.weight.detach().numpy()
    assert np.allclose(between, (moved + query) / 2, atol=1e-3)
    training = ["pretrain", "train", "--gentle", "--start", mean, "--corpus", *corpus, "--run-folder", gentle]
    training += ["--known", start, "--teacher", bundle]
    assert main([*training, "--tokens", "1000", "--tokens-per-batch", "128", "--workers", "1"]) == 0
    assert main(["pretrain", "export", "--start", mean, "--run-folder", gentle, "--output", bundle]) == 0
    trained = BertForPreTraining.from_pretrained(bundle, dtype=torch.float32)
    bias = trained.cls.predictions.bias.detach().numpy()
    assert np.allclose(bias, averaged.cls.predictions.bias.detach().numpy(), atol=0.02)  # not started over


def test_training_without_a_budget_is_refused(
    start_folder: Path, corpus_files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["pretrain", "train", "--start", str(start_folder), "--corpus", str(corpus_files[0])]
    assert main([*arguments, "--run-folder", str(tmp_path)]) == 2
    assert "how long to train" in capsys.readouterr().err
