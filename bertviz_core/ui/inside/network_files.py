"""The parameters of all parts as files."""

from __future__ import annotations

from collections.abc import Iterator

from bertviz_core.results import ParameterPart, ParameterParts
from bertviz_core.ui.downloads import csv_text, json_text


def parts_csv(parts: ParameterParts) -> str:
    """Return one line for every matrix and vector, with the path that leads to it."""
    return csv_text(
        ["part", "weights", "shape", "bias", "parameters", "layers_that_use_it"],
        (
            [".".join(path), leaf.name, "x".join(map(str, leaf.shape)), leaf.bias, leaf.parameters, times]
            for path, leaf, times in _leaves(parts.whole, (), 1)
        ),
    )


def parts_json(parts: ParameterParts) -> str:
    """Return the tree, and the names of weights that are others."""
    return json_text({"model": parts.model, "parts": _document(parts.whole), "tied": dict(parts.tied)})


def _leaves(
    part: ParameterPart, path: tuple[str, ...], times: int
) -> Iterator[tuple[tuple[str, ...], ParameterPart, int]]:
    for child in part.children:
        yield from _leaves(child, (*path, child.slug), times * child.times)
    if not part.children:
        yield path, part, times


def _document(part: ParameterPart) -> dict[str, object]:
    document: dict[str, object] = {"part": part.slug, "parameters": part.parameters}
    if part.times > 1:
        document["layers_that_use_it"] = part.times
    if part.children:
        return document | {"parts": [_document(child) for child in part.children]}
    return document | {"weights": part.name, "shape": part.shape, "bias": part.bias}
