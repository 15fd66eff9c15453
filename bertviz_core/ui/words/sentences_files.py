"""Vectors of sentences and their cosines as files."""

from __future__ import annotations

import numpy as np

from bertviz_core.results import SentenceEmbeddings, SentenceVectors
from bertviz_core.ui.downloads import csv_text, json_text, npz_bytes


def sentence_pairs_csv(compared: SentenceVectors) -> str:
    """Return one line for every pair, the most alike first; sentences are counted from 1, as given."""
    sentences = compared.sentences
    return csv_text(
        ["first", "second", "cosine", "first_sentence", "second_sentence"],
        (
            [
                pair.first + 1,
                pair.second + 1,
                f"{pair.cosine:.6f}",
                sentences[pair.first],
                sentences[pair.second],
            ]
            for pair in compared.pairs
        ),
    )


def sentence_vectors_json(compared: SentenceVectors) -> str:
    """Return the cosines and the points; sentences are counted from 0."""
    return json_text(
        {
            "model": compared.model,
            "pooling": compared.pooling,
            "layers": compared.layers,
            "centred": compared.centred,
            "sentences": compared.sentences,
            "cosine": compared.cosine.tolist(),
            "by_likeness": compared.by_likeness,
            "points": compared.points.tolist(),
            "explained": compared.explained,
        }
    )


def sentence_vectors_npz(embeddings: SentenceEmbeddings) -> bytes:
    """Return the vectors, not centred, with their sentences."""
    return npz_bytes(
        vectors=embeddings.vectors,
        sentences=np.array(embeddings.sentences),
        model=np.array(embeddings.model),
        pooling=np.array(embeddings.pooling),
        layers=np.array(str(embeddings.layers)),
    )
