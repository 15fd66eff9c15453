"""The graph is that of the reference implementation, and the layout as good as its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.manifold import trustworthiness

from bertviz_core.analysis.vectors.cosine_neighbours import cosine_neighbours
from bertviz_core.analysis.vectors.projection import project
from bertviz_core.analysis.vectors.umap_layout import A, B, neighbour_graph

REFERENCE = Path(__file__).with_name("umap_reference.py")
CASES = [(4, 3, 1), (12, 5, 1), (60, 15, 1), (300, 15, 1), (40, 8, 4)]
"""Vectors, neighbours of each, and how many vectors are the same."""


def vectors_of(case: tuple[int, int, int]) -> NDArray[np.float32]:
    n, _, equal = case
    return np.random.default_rng(n).normal(size=(n, 30)).astype(np.float32)[np.arange(n) // equal]


def grouped() -> NDArray[np.float32]:
    random = np.random.default_rng(0)
    vectors = random.normal(size=(5, 40))[np.arange(150) % 5] + random.normal(size=(150, 40))
    return vectors.astype(np.float32)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, NDArray[np.float64]]:
    """Ask the reference implementation about all cases."""
    folder = tmp_path_factory.mktemp("umap")
    asked = {"vectors": grouped()}
    for number, case in enumerate(CASES):
        nearest, distances = cosine_neighbours(vectors_of(case), case[1])
        asked |= {
            f"vectors_{number}": vectors_of(case),
            f"nearest_{number}": nearest,
            f"distances_{number}": distances,
        }
    np.savez(folder / "asked.npz", **asked)
    subprocess.run(
        [sys.executable, REFERENCE, folder / "asked.npz", folder / "told.npz"], check=True, timeout=250
    )
    return dict(np.load(folder / "told.npz"))


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_graph_is_the_reference(number: int, reference: Mapping[str, NDArray[np.float64]]) -> None:
    graph = neighbour_graph(*cosine_neighbours(vectors_of(CASES[number]), CASES[number][1]))
    assert graph.toarray() == pytest.approx(reference[f"graph_{number}"], abs=2e-5)


def test_the_curve_is_the_reference(reference: Mapping[str, NDArray[np.float64]]) -> None:
    assert reference["curve"] == pytest.approx((A, B), abs=1e-4)


def test_the_layout_keeps_neighbours_as_the_reference_does(
    reference: Mapping[str, NDArray[np.float64]],
) -> None:
    vectors = grouped()
    layouts = [points for name, points in reference.items() if name.startswith("layout_")]
    theirs = [trustworthiness(vectors, points, metric="cosine") for points in layouts]
    ours = [
        trustworthiness(vectors, project(vectors, "umap", seed=seed).points, metric="cosine")
        for seed in range(len(layouts))
    ]
    assert len(ours) == 3
    assert np.mean(ours) > np.mean(theirs) - 0.02
