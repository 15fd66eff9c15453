"""What umap-learn says by itself, for tests to compare with: `python umap_reference.py IN.npz OUT.npz`."""

from __future__ import annotations

import sys

import numpy as np
import umap


def main(given: str, told: str) -> None:
    """Read `vectors` and `senses`; write the map of the vectors, and the one that is told the senses."""
    asked = np.load(given)
    answers = {}
    for name, senses in (("plain", None), ("told", asked["senses"])):
        method = umap.UMAP(metric="cosine", random_state=0, n_jobs=1, n_epochs=500)
        answers[name] = method.fit_transform(asked["vectors"], senses)
    np.savez(told, **answers)


if __name__ == "__main__":
    main(*sys.argv[1:])
