"""The input vector of one token, as files."""

from __future__ import annotations

from bertviz_core.results import InputEmbeddings
from bertviz_core.ui.downloads import answer_json, csv_text

_HEADINGS = ["dimension", "token", "segment", "position", "sum", "gamma", "beta", "layer_norm"]


def input_csv(answer: InputEmbeddings, place: int) -> str:
    """Return one line for every dimension of a token, counted from 0; no segment where the model has none."""
    segment = answer.segment
    columns = [
        answer.token[place],
        None if segment is None else segment[place],
        answer.position[place],
        answer.total[place],
        answer.gamma,
        answer.beta,
        answer.normed[place],
    ]
    return csv_text(
        _HEADINGS,
        (
            [dimension, *("" if column is None else f"{column[dimension]:.6f}" for column in columns)]
            for dimension in range(len(answer.gamma))
        ),
    )


def input_json(answer: InputEmbeddings, place: int) -> str:
    """Return what every token is given, and all vectors of one of them."""
    segment = answer.segment
    return answer_json(
        answer.model,
        answer.encoding,
        {
            "ids": answer.encoding.ids.tolist(),
            "segments": None if segment is None else answer.encoding.segment_ids.tolist(),
            "position_ids": answer.position_ids.tolist(),
            "position": place,
            "token_embedding": answer.token[place].tolist(),
            "segment_embedding": None if segment is None else segment[place].tolist(),
            "position_embedding": answer.position[place].tolist(),
            "sum": answer.total[place].tolist(),
            "mean": float(answer.mean[place]),
            "deviation": float(answer.deviation[place]),
            "gamma": answer.gamma.tolist(),
            "beta": answer.beta.tolist(),
            "layer_norm": answer.normed[place].tolist(),
            "enters_layer_1": answer.output[place].tolist(),
        },
    )
