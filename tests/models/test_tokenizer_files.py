"""What a tokenizer lacks is named before anything is loaded."""

from __future__ import annotations

import json
import shutil

import pytest
from changed_checkpoints import vocabulary_only

from bertviz_core.engine import load_engine
from bertviz_core.errors import ModelNotFoundError, UnreadableModelError


@pytest.fixture
def pairs(checkpoint, tmp_path):
    """A RoBERTa whose vocabulary lies in vocab.json, with its merges beside it."""
    folder = shutil.copytree(checkpoint("roberta"), tmp_path / "model")
    model = json.loads((folder / "tokenizer.json").read_text())["model"]
    (folder / "tokenizer.json").unlink()
    (folder / "vocab.json").write_text(json.dumps(model["vocab"]))
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in model["merges"]))
    return folder


def test_a_vocabulary_without_its_merges_is_refused(pairs):
    assert len(load_engine(str(pairs)).encode("La mujer sale").ids) > 2
    (pairs / "merges.txt").unlink()
    with pytest.raises(ModelNotFoundError, match=r"vocab\.json without merges\.txt"):
        load_engine(str(pairs))


@pytest.mark.parametrize("program", ["mecab", "sudachi", "jumanpp"])
def test_a_tokenizer_that_needs_another_program_is_refused(program, checkpoint, tmp_path):
    folder = vocabulary_only(checkpoint("bert"), tmp_path / "model")
    own = {"tokenizer_class": "BertJapaneseTokenizer", "word_tokenizer_type": program}
    (folder / "tokenizer_config.json").write_text(json.dumps(own))
    with pytest.raises(UnreadableModelError, match=rf"BertJapaneseTokenizer.*{program}"):
        load_engine(str(folder))
