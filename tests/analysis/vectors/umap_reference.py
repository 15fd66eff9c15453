"""What umap-learn says, for tests to compare with: `python umap_reference.py IN.npz OUT.npz`.

A program of its own: numba, which comes with it, changes how many threads the process it is in computes with.
"""

from __future__ import annotations

import sys

import numpy as np
import umap
from umap.umap_ import find_ab_params, fuzzy_simplicial_set

SEEDS = 3


def main(given: str, told: str) -> None:
    """Read `vectors`, and of each case `vectors_N`, `nearest_N`, `distances_N`; write what comes of them."""
    asked = np.load(given)
    answers = {"curve": np.array(find_ab_params(1.0, 0.1))}
    for case in {name.rpartition("_")[2] for name in asked if name.startswith("nearest_")}:
        nearest = asked[f"nearest_{case}"].astype(np.int32)
        graph, _, _ = fuzzy_simplicial_set(
            asked[f"vectors_{case}"],
            nearest.shape[1],
            np.random.RandomState(0),
            "cosine",
            knn_indices=nearest,
            knn_dists=asked[f"distances_{case}"],
        )
        answers[f"graph_{case}"] = graph.toarray()
    for seed in range(SEEDS):
        layout = umap.UMAP(metric="cosine", random_state=seed, n_jobs=1)
        answers[f"layout_{seed}"] = layout.fit_transform(asked["vectors"])
    np.savez(told, **answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
