"""What the files of weights hold, read without the weights."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from safetensors import SafetensorError, safe_open


def weight_names(folder: Path) -> frozenset[str]:
    """Return the names of all weights of a checkpoint, in one file or in shards; none of damaged ones."""
    names: set[str] = set()
    for file in _files(folder):
        try:
            with safe_open(file, framework="np") as weights:
                names.update(weights.keys())
        except (OSError, SafetensorError):  # said when the weights are loaded
            continue
    return frozenset(names)


def weight_shapes(folder: Path, wanted: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of those of some weights that are there."""
    shapes: dict[str, tuple[int, ...]] = {}
    for file in _files(folder):
        try:
            with safe_open(file, framework="np") as weights:
                there = set(weights.keys())
                shapes |= {
                    name: tuple(weights.get_slice(name).get_shape()) for name in wanted if name in there
                }
        except (OSError, SafetensorError):
            continue
    return shapes


def _files(folder: Path) -> list[Path]:
    """Return the files that the library reads: the one, or the shards that the index names."""
    whole = folder / "model.safetensors"
    if whole.is_file():
        return [whole]
    index = json.loads((folder / "model.safetensors.index.json").read_text(encoding="utf-8"))
    return [folder / name for name in sorted(set(index["weight_map"].values()))]
