"""Held-out text: what is hidden, what counts as restored, and files that cannot be read."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.evaluation.held_out import held_out_scores
from bertviz_core.training.pretraining.masking import mask_tokens

DOCUMENTS = (
    "La plaza estaba vacía y el sol se ponía.\nUna mujer leía un libro junto al río de la ciudad.\n\n"
    "Los niños jugaban con una pelota en el jardín.\nDespués volvieron a casa porque llovía mucho.\n\n"
    "El tren salió de la estación a las ocho de la mañana.\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(DOCUMENTS, encoding="utf-8")
    return path


def test_every_family_restores_what_is_hidden(engine: BertEngine, file: Path) -> None:
    scores = held_out_scores(engine, file)
    assert (scores.file, scores.paragraphs) == ("text.txt", 5)
    assert 0 <= scores.accuracy <= 1 and scores.tokens > 0 and scores.perplexity >= 1
    assert 0 <= scores.word_accuracy <= 1 and scores.words >= 5
    assert scores.split_words <= scores.words
    if engine.info.has_nsp_head:
        assert scores.pairs == 2 and scores.next_sentence is not None
    else:
        assert scores.pairs == 0 and scores.next_sentence is None


def test_token_scores_are_those_of_a_plain_loop(mini: BertEngine, file: Path) -> None:
    scores = held_out_scores(mini, file)
    network, generator = mini._passes.model.network, torch.Generator().manual_seed(0)
    right, loss, tokens = 0, 0.0, 0
    for line in filter(None, DOCUMENTS.split("\n")):
        encoding = mini.encode(line)
        ids, labels = mask_tokens(
            torch.from_numpy(encoding.ids),
            torch.from_numpy(~encoding.special),
            mask_id=mini.mask_id,
            vocabulary=(0, mini.info.vocab_size),
            generator=generator,
        )
        with torch.inference_mode():
            logits = network(input_ids=ids[None]).prediction_logits[0]
        for place, label in enumerate(labels.tolist()):
            if label >= 0:
                right += int(logits[place].argmax()) == label
                loss -= float(logits[place].log_softmax(dim=-1)[label])
                tokens += 1
    assert scores.tokens == tokens
    assert scores.accuracy == pytest.approx(right / tokens)
    assert scores.perplexity == pytest.approx(math.exp(loss / tokens), rel=1e-3)


def test_a_word_counts_when_all_its_pieces_are_right(mini: BertEngine, tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("Bebo una taza de café con leche por la mañana.\n" * 3, encoding="utf-8")
    scores = held_out_scores(mini, path)
    assert scores.words == 3 * round(0.15 * 10)
    assert scores.next_sentence is None and scores.pairs == 0


def test_what_does_not_fit_is_cut(tiny: Callable[..., BertEngine], tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(" ".join(["dinero del banco"] * 500), encoding="utf-8")
    assert held_out_scores(tiny("bert"), path).tokens < 64


@pytest.mark.parametrize("content", [b"", b"short\n\nlines\n", "compañía ".encode("latin-1") * 9])
def test_a_file_that_is_no_text_is_told(
    tiny: Callable[..., BertEngine], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"odd\.txt"):
        held_out_scores(tiny("bert"), path)
