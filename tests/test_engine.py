"""The bundled model and the public names."""

import dataclasses

import numpy as np
import pytest

import bertviz_core
from bertviz_core.errors import BertScopeError


def test_the_bundled_model_is_the_bert_that_lectures_describe(mini):
    info = mini.info
    assert (info.id, info.source, info.family) == ("mini", "bundled", "bert")
    assert (info.layers, info.heads, info.hidden_size, info.max_tokens) == (12, 12, 384, 512)
    assert info.has_mlm_head
    assert info.has_nsp_head
    assert info.has_segments
    assert not (info.lowercases or info.strips_accents)
    assert set(info.languages) == {"es", "en", "pt"}


def test_the_bundled_model_reads_its_three_languages(mini):
    for text in ("Me senté en el banco, compañera.", "the man went to the store", "Não há pão na geladeira."):
        encoding = mini.encode(text)
        assert not encoding.unknown.any()
        assert "".join(s.removeprefix("##") for s in encoding.surfaces[1:-1]) == text.replace(" ", "")


def test_the_bundled_model_works_at_its_full_length(mini):
    maps = mini.attention("banco " * 600)
    assert maps.weights.shape == (12, 12, 512, 512)
    assert maps.encoding.truncated
    np.testing.assert_allclose(maps.weights.sum(axis=-1), 1, atol=1e-5)


def test_answers_are_frozen(mini):
    answer = mini.next_sentence("a", "b")
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.is_next = 1.0


def test_every_public_name_is_there():
    for name in bertviz_core.__all__:
        assert getattr(bertviz_core, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = bertviz_core.nonsense


def test_the_default_model_comes_from_the_settings(settings, checkpoint):
    settings(default_model=str(checkpoint("bert")))
    assert bertviz_core.load_engine().info.id == str(checkpoint("bert"))


def test_messages_survive_braces_typed_by_a_visitor():
    assert str(BertScopeError("No “{model}”.", model="{x} {0}")) == "No “{x} {0}”."
