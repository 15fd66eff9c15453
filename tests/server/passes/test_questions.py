"""What comes over the network is held to what the model takes before anything is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
import torch
import urllib3
from engine_under_test import served
from torch import Tensor

from bertviz_core.analysis.passes.tensor_messages import packed, unpacked
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.server.passes.questions import HEADS, encode

IDS = torch.ones(2, 5, dtype=torch.int32)
WRONG: Mapping[str, Callable[[int], Mapping[str, Tensor]]] = {
    "no ids": lambda hidden: {},
    "one dimension": lambda hidden: {"ids": IDS[0]},
    "no input": lambda hidden: {"ids": IDS[:0]},
    "no token": lambda hidden: {"ids": IDS[:, :0]},
    "parts of numbers": lambda hidden: {"ids": IDS.float()},
    "beyond the vocabulary": lambda hidden: {"ids": IDS * 10_000_000},
    "negative": lambda hidden: {"ids": -IDS},
    "too long": lambda hidden: {"ids": torch.ones(1, 4000, dtype=torch.int32)},
    "too many": lambda hidden: {"ids": torch.ones(5000, 1, dtype=torch.int32)},
    "no such segment": lambda hidden: {"ids": IDS, "segments": IDS * 7},
    "segments of others": lambda hidden: {"ids": IDS, "segments": IDS[:1]},
    "mask of others": lambda hidden: {"ids": IDS, "mask": IDS[:1]},
    "mask of no numbers": lambda hidden: {"ids": IDS, "mask": torch.full((2, 1, 5, 5), torch.nan)},
    "flat mask": lambda hidden: {"ids": IDS, "mask": torch.zeros(2, 5)},
    "no such layer": lambda hidden: {"ids": IDS, "silent.99": torch.ones(1, 1, hidden).bool()},
    "wide switch": lambda hidden: {"ids": IDS, "silent.0": torch.ones(1, 1, hidden + 1).bool()},
    "something else": lambda hidden: {"ids": IDS, "weights": IDS},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_fit_is_refused(mini: BertEngine, wrong: str) -> None:
    asked = WRONG[wrong](mini.info.hidden_size)
    with pytest.raises(InputError, match="does not fit"):
        encode(mini.passes, asked, hidden_states=True, attention=False)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("name", ["states", "ids"])
@pytest.mark.parametrize("values", [torch.zeros(3), torch.zeros(0, 3), torch.zeros(2, 3, dtype=torch.int32)])
def test_heads_refuse_what_does_not_fit(mini: BertEngine, head: str, name: str, values: Tensor) -> None:
    with pytest.raises(InputError, match="does not fit"):
        HEADS[head](mini.passes, {name: values})


def test_an_answer_of_many_scores_is_refused(mini: BertEngine) -> None:
    with pytest.raises(InputError, match="too large"):
        HEADS["word_scores"](mini.passes, {"states": torch.zeros(3000, mini.info.hidden_size)})


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("encode?model=mini", b"", 422),
        ("encode?model=mini", b"\x80\x04pickled", 422),
        ("encode?model=mini", b"\xff" * 64, 422),
        ("encode?model=mini", b"0" * 33_000_000, 413),
        ("encode?model=other", packed({"ids": IDS}), 404),
        ("encode", packed({"ids": IDS}), 404),
        ("__init__?model=mini", packed({"ids": IDS}), 404),
        ("encode?model=mini", packed({"ids": IDS}), 200),
    ],
)
def test_over_the_network(mini: BertEngine, path: str, body: bytes, status: int) -> None:
    with served({"mini": mini}) as address:
        answer = urllib3.request("POST", f"{address}/v1/{path}", body=body, retries=False)
    assert answer.status == status
    if status != 200:
        assert answer.json()["error"]["kind"]


def test_a_message_of_thousands_of_names_is_none() -> None:
    with pytest.raises(ValueError, match="too many names"):
        unpacked(packed({f"name {number}": torch.zeros(0) for number in range(5_000)}))
