"""Held-out text: what is hidden, what counts as restored, and files that cannot be read."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
import torch

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.evaluation import held_out_text
from bertviz_core.evaluation.held_out import LENGTH, held_out_scores
from bertviz_core.evaluation.held_out_text import HeldOutText, beginning, ending, read_held_out
from bertviz_core.results import Encoding
from bertviz_core.training.pretraining.masking import mask_tokens

DOCUMENTS = (
    "La plaza estaba vacía y el sol se ponía.\nUna mujer leía un libro junto al río de la ciudad.\n\n"
    "Los niños jugaban con una pelota en el jardín.\nDespués volvieron a casa porque llovía mucho.\n\n"
    "El tren salió de la estación a las ocho de la mañana.\n"
)


@pytest.fixture
def text(tmp_path: Path) -> HeldOutText:
    return written(tmp_path / "text.txt", DOCUMENTS)


def written(path: Path, text: str) -> HeldOutText:
    path.write_text(text, encoding="utf-8")
    return read_held_out(path)


def test_every_family_restores_what_is_hidden(engine: BertEngine, text: HeldOutText) -> None:
    scores = held_out_scores(engine, text)
    assert (scores.file, scores.paragraphs) == ("text.txt", 5)
    assert 0 <= scores.accuracy <= 1 and scores.tokens > 0 and scores.perplexity >= 1
    assert 0 <= scores.word_accuracy <= 1 and scores.words >= 5
    assert scores.split_words <= scores.words
    if engine.info.has_nsp_head:
        assert scores.pairs == 2 and scores.next_sentence is not None
    else:
        assert scores.pairs == 0 and scores.next_sentence is None


def test_token_scores_are_those_of_a_plain_loop(mini: BertEngine, text: HeldOutText) -> None:
    scores = held_out_scores(mini, text)
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
    text = written(tmp_path / "one.txt", "Bebo una taza de café con leche por la mañana.\n" * 3)
    scores = held_out_scores(mini, text)
    assert scores.words == 3 * round(0.15 * 10)
    assert scores.next_sentence is None and scores.pairs == 0


class Noting:
    """An engine that notes what its model is asked to restore."""

    def __init__(self, engine: BertEngine) -> None:
        self.asked: list[Encoding] = []
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def guess_tokens(self, encodings: list[Encoding], labels: list[Any]) -> Any:
        self.asked.extend(encodings)
        return self._engine.guess_tokens(encodings, labels)


def test_of_a_long_paragraph_the_beginning_is_read_and_of_the_first_of_a_pair_the_end(
    mini: BertEngine, tmp_path: Path
) -> None:
    words = [f"palabra{number}" for number in range(500)]
    first, last = (cut(mini, " ".join(words), LENGTH) for cut in (beginning, ending))
    assert first is not None and last is not None
    assert len(first) == LENGTH
    assert LENGTH - 8 < len(last) <= LENGTH
    assert first.text.startswith("palabra0 palabra1 ") and last.text.endswith(" palabra498 palabra499")
    assert set(last.text.split()) <= set(words)
    noting = Noting(mini)
    held_out_scores(noting, written(tmp_path / "long.txt", " ".join(words)))  # type: ignore[arg-type]
    assert [len(encoding) for encoding in noting.asked] == [LENGTH] * 2  # tokens hidden, then words


def test_what_fits_is_read_whole_from_both_ends(mini: BertEngine) -> None:
    for cut in (beginning, ending):
        encoding = cut(mini, "Una frase corta.", LENGTH)
        assert encoding is not None and encoding.text == "Una frase corta."
    assert ending(mini, "ma" * 40, 20) is None  # one word of more pieces


def test_paragraphs_are_taken_from_the_first_to_the_last(tmp_path: Path) -> None:
    text = written(tmp_path / "many.txt", "\n".join(f"Este es el párrafo número {n}." for n in range(11)))
    assert [int(one.split()[-1][:-1]) for one in text.spread(6)] == [0, 2, 4, 6, 8, 10]
    assert len(text.spread(8)) == 8 and text.spread(8)[-1].endswith("10.")
    assert len(text.spread(640)) == 11


def test_what_the_vocabulary_lacks_is_not_asked_for(mini: BertEngine, tmp_path: Path) -> None:
    known = "La plaza estaba vacía y el sol se ponía detrás de las casas del pueblo."
    mixed = written(tmp_path / "mixed.txt", f"{known} " + "日 " * 60)
    assert held_out_scores(mini, mixed).tokens < 12
    unknown = written(tmp_path / "unknown.txt", "日 " * 60)
    with pytest.raises(InputError, match=r"unknown\.txt"):
        held_out_scores(mini, unknown)


def test_a_file_that_is_too_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_out_text, "MOST_CHARACTERS", 2_000_000)
    with pytest.raises(InputError, match="more than"):
        written(tmp_path / "large.txt", ("Una frase que se repite. " * 100 + "\n\n") * 900)


@pytest.mark.parametrize("content", [b"", b"short\n\nlines\n", "compañía ".encode("latin-1") * 9])
def test_a_file_that_is_no_text_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"odd\.txt"):
        read_held_out(path)
