"""A classifier on frozen features says the same after it was saved."""

import json

import numpy as np
import pytest
from small_lessons import lesson

from bertviz_core.errors import ModelNotFoundError, UnreadableModelError
from bertviz_core.training.baselines import learn_features
from bertviz_core.training.baselines.text_vectors import text_vectors
from bertviz_core.training.saved_features import has_features, load_features, save_features


@pytest.mark.parametrize("task", ["sentence", "pair"])
def test_it_says_the_same_after_it_was_saved(tiny, checkpoint, tmp_path, task):
    engine, data = tiny("bert"), lesson(task, 48)
    classifier = learn_features(engine, data)
    save_features(tmp_path / "out", classifier, data, base=str(checkpoint("bert")))
    saved = load_features(tmp_path / "out")
    assert saved.labels == data.labels and saved.task == task and saved.base == str(checkpoint("bert"))
    vectors = text_vectors(engine, data.examples).of_kind(classifier.kind, np.arange(48))
    wanted = classifier.probabilities(vectors)
    np.testing.assert_allclose(saved.probabilities(engine, data.examples), wanted, atol=1e-3)
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".safetensors", ".json"}


def test_damaged_folders_are_told(tiny, tmp_path):
    assert not has_features(tmp_path)
    with pytest.raises(ModelNotFoundError):
        load_features(tmp_path)
    data = lesson("sentence", 48)
    save_features(tmp_path, learn_features(tiny("bert"), data), data, base="mini")
    weights, facts = tmp_path / "features.safetensors", tmp_path / "bert_scope.json"
    whole, said = weights.read_bytes(), facts.read_text()
    for content, document in (
        (whole[:-8], said),
        (b"", said),
        (whole, "{"),
        (whole, json.dumps({"labels": ["a"]})),
        (whole, json.dumps({**json.loads(said), "labels": ["a", "b", "c"]})),
    ):
        weights.write_bytes(content)
        facts.write_text(document)
        with pytest.raises(UnreadableModelError):
            load_features(tmp_path)
