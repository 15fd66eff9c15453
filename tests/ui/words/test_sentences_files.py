"""Sentence vectors as files, read back."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from bertviz_core.analysis.words.sentences import compare_sentences
from bertviz_core.engine import BertEngine
from bertviz_core.ui.words.sentences_files import (
    sentence_pairs_csv,
    sentence_vectors_json,
    sentence_vectors_npz,
)

SENTENCES = ("El sol sale, hoy.", 'Dijo "no".', "<b>The man</b> went.")


def test_the_files_hold_what_is_shown(mini: BertEngine) -> None:
    embeddings = mini.embed_sentences(SENTENCES, pooling="mean", layers=7)
    compared = compare_sentences(embeddings, centred=True)
    rows = list(csv.DictReader(io.StringIO(sentence_pairs_csv(compared))))
    assert len(rows) == 3
    for row, pair in zip(rows, compared.pairs, strict=True):
        assert (int(row["first"]), int(row["second"])) == (pair.first + 1, pair.second + 1)
        assert float(row["cosine"]) == pytest.approx(pair.cosine, abs=1e-6)
        assert row["second_sentence"] == SENTENCES[pair.second]
    document = json.loads(sentence_vectors_json(compared))
    np.testing.assert_allclose(document["cosine"], compared.cosine, atol=1e-7)
    assert (document["model"], document["layers"], document["centred"]) == ("mini", 7, True)
    assert tuple(document["sentences"]) == SENTENCES
    saved = np.load(io.BytesIO(sentence_vectors_npz(embeddings)), allow_pickle=False)
    np.testing.assert_array_equal(saved["vectors"], embeddings.vectors)
    assert (tuple(saved["sentences"]), str(saved["layers"])) == (SENTENCES, "7")
