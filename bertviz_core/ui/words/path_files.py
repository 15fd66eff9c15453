"""The way of a token through the layers, as files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bertviz_core.results import TokenPath
from bertviz_core.ui.downloads import csv_text, json_text

_HEADINGS = [
    "sentence",
    "layer",
    "added_by_attention",
    "added_by_feed_forward",
    "moved",
    "norm",
    "cosine_to_start",
    "cosine_a_b",
]


def path_csv(paths: Sequence[TokenPath]) -> str:
    """Return one line for every sentence and layer; layer 0 is the input, to which nothing is added."""
    return csv_text(
        _HEADINGS, (row for name, path in zip("AB", paths, strict=False) for row in _rows(name, path, paths))
    )


def path_json(paths: Sequence[TokenPath]) -> str:
    """Return everything the view shows; arrays go over the layers, those of states begin with the input."""
    return json_text(
        {
            "model": paths[0].model,
            "paths": [
                {
                    "text": path.encoding.text,
                    "tokens": path.encoding.tokens,
                    "places": path.places,
                    "added_by_attention": path.added_by_attention.tolist(),
                    "added_by_feed_forward": path.added_by_feed_forward.tolist(),
                    "moved": path.moved.tolist(),
                    "norms": path.norms.tolist(),
                    "cosine_to_start": path.cosine_to_start.tolist(),
                }
                for path in paths
            ],
            "cosine_a_b": paths[0].cosine_to(paths[1]).tolist() if len(paths) > 1 else None,
        }
    )


def _rows(name: str, path: TokenPath, paths: Sequence[TokenPath]) -> Iterable[list[object]]:
    between = paths[0].cosine_to(paths[1]) if len(paths) > 1 else None
    for layer in range(len(path.states)):
        own = (path.added_by_attention, path.added_by_feed_forward, path.moved)
        steps = [f"{values[layer - 1]:.6f}" if layer else "" for values in own]
        states = [f"{path.norms[layer]:.6f}", f"{path.cosine_to_start[layer]:.6f}"]
        yield [name, layer, *steps, *states, "" if between is None else f"{between[layer]:.6f}"]
