"""What the files of weights hold, read without the weights."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from safetensors import SafetensorError, safe_open

from bertviz_core.errors import UnsafeModelError


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


def weight_kinds(folder: Path) -> dict[str, str]:
    """Return of all weights of a checkpoint how their numbers are kept, as `F32`."""
    kinds: dict[str, str] = {}
    for file in _files(folder):
        try:
            with safe_open(file, framework="np") as weights:
                kinds |= {name: str(weights.get_slice(name).get_dtype()) for name in weights.keys()}
        except (OSError, SafetensorError):
            continue
    return kinds


def _files(folder: Path) -> list[Path]:
    """Return the files that the library reads: the one, or the shards that the index names."""
    whole = folder / "model.safetensors"
    if whole.is_file():
        return [whole]
    index = json.loads((folder / "model.safetensors.index.json").read_text(encoding="utf-8"))
    return [folder / name for name in sorted(set(index["weight_map"].values()))]


def has_weights(folder: Path) -> bool:
    """Tell whether all safetensors files of a checkpoint are there, in one piece or in shards."""
    if (folder / "model.safetensors").is_file():
        return True
    try:
        index = json.loads((folder / "model.safetensors.index.json").read_text(encoding="utf-8"))
        shards = set(index["weight_map"].values())
        return bool(shards) and all(_is_shard(name) and (folder / name).is_file() for name in shards)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return False


def _is_shard(name: str) -> bool:
    """Tell whether an index names a safetensors file beside it: the loader would open anything else too."""
    return Path(name).name == name and name.endswith(".safetensors")


def no_safe_weights(model_id: str) -> UnsafeModelError:
    """Return the error for a model without weights that can be read safely."""
    return UnsafeModelError(
        "“{model}” has no complete weights in the safetensors format, the only one read here because other "
        "formats can run code. Choose a model that offers it.",
        model=model_id,
    )
