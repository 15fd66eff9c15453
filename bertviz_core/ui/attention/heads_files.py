"""What is known about heads as files; layers and heads are counted from 1 in them, as on screen."""

from __future__ import annotations

from bertviz_core.results import Encoding, HeadMatch, HeadSimilarity, HeadStatistics
from bertviz_core.ui.downloads import answer_json, csv_text
from bertviz_core.ui.head_names import head_code


def head_statistics_csv(statistics: HeadStatistics) -> str:
    """Return one line a head."""
    rows = _from_one(statistics)
    return csv_text(list(rows[0]), ([_short(value) for value in row.values()] for row in rows))


def head_statistics_json(statistics: HeadStatistics) -> str:
    """Return one record a head, with the tokens."""
    return answer_json(statistics.model, statistics.encoding, {"heads": _from_one(statistics)})


def head_similarity_csv(similarity: HeadSimilarity) -> str:
    """Return the distances in bits, a line and a column a head, each named `layer.head`."""
    names = _names(similarity)
    lines = (
        [name, *map(_short, row.tolist())] for name, row in zip(names, similarity.distances, strict=True)
    )
    return csv_text(["head", *names], lines)


def head_similarity_json(similarity: HeadSimilarity) -> str:
    """Return places on the map and distances, heads in the order of their layers."""
    return answer_json(
        similarity.model,
        similarity.encoding,
        {
            "heads": _names(similarity),
            "places": similarity.places.round(5).tolist(),
            "stress": similarity.stress,
            "distances": similarity.distances.astype(float).round(5).tolist(),
            "compared_positions": similarity.queries.tolist(),
        },
    )


def head_matches_csv(matches: tuple[HeadMatch, ...]) -> str:
    """Return one line a head, the strongest first."""
    return csv_text(
        ["layer", "head", "weight"], ([m.layer + 1, m.head + 1, _short(m.weight)] for m in matches)
    )


def head_matches_json(
    matches: tuple[HeadMatch, ...],
    encoding: Encoding,
    *,
    model: str,
    queries: tuple[int, ...],
    keys: tuple[int, ...],
) -> str:
    """Return one record a head, the strongest first, with the positions that were searched for."""
    heads = [{"layer": m.layer + 1, "head": m.head + 1, "weight": m.weight} for m in matches]
    return answer_json(model, encoding, {"query_positions": queries, "key_positions": keys, "heads": heads})


def _from_one(statistics: HeadStatistics) -> list[dict[str, float]]:
    return [row | {"layer": row["layer"] + 1, "head": row["head"] + 1} for row in statistics.by_head()]


def _names(similarity: HeadSimilarity) -> list[str]:
    return [
        head_code((layer, head)) for layer in range(similarity.layers) for head in range(similarity.heads)
    ]


def _short(value: float) -> str:
    """Write a whole number as it is and any other to six digits."""
    return str(value) if isinstance(value, int) else f"{value:.6f}"
