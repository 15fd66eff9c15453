"""The process that draws UMAP maps, begun and ended with the server."""

from __future__ import annotations

from bertviz_core.analysis.vectors.umap_process import umap_process


def begin_drawing() -> None:
    """Start it in the background: it is niced, and nobody waits for it, since PCA draws maps meanwhile."""
    umap_process.begin()


def end_drawing() -> None:
    """End it with the server."""
    umap_process.end()
