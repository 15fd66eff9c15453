"""Whatever the API is sent, it answers, or refuses with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from bad_inputs import BAD_INPUTS, NUMBERS, TEXTS
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.engine import BertEngine
from bertviz_core.server.api import engines
from bertviz_core.server.api.questions import QUESTIONS
from bertviz_core.server.api.routes import Api
from bertviz_core.server.metrics import Metrics

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.floats(),
    TEXTS,
    st.lists(TEXTS, max_size=3),
    st.just({}),
    st.just([[]]),
)


def bodies(question: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw bodies with some fields of a question as they should be and others as they should not."""
    fields = QUESTIONS[question].body.model_fields
    example = dict(QUESTIONS[question].example)
    any_of = {name: VALUES for name in fields if name != "model"} | {
        "model": st.just("mini") | TEXTS,
        "x": VALUES,
    }
    wrong = st.fixed_dictionaries({}, optional=any_of)
    texts = [name for name, value in example.items() if isinstance(value, str) and name != "model"]
    right = st.fixed_dictionaries(dict.fromkeys(texts, TEXTS))
    return wrong | st.tuples(right, wrong).map(lambda of: example | of[0] | dict(list(of[1].items())[:1]))


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_a_question_with_any_values(
    question: str,
    client_of: Callable[..., TestClient],
    tiny: Callable[..., BertEngine],
    fine: Callable[..., BertEngine],
) -> None:
    client = client_of(a_minute=10**9, run_0123456789abcdef=fine())
    engines.loaded_models.models["mini"] = tiny("bert")  # type: ignore[attr-defined]

    @BAD_INPUTS
    @given(body=bodies(question))
    def ask(body: dict[str, Any]) -> None:
        answer = client.post(
            f"/api/v1/{question}", content=json.dumps(body), headers={"content-type": "application/json"}
        )
        assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.text
        assert answer.status_code == 200 or answer.json()["error"]["message"]

    ask()


@BAD_INPUTS
@given(path=TEXTS, body=st.binary(max_size=60) | TEXTS.map(lambda text: text.encode("utf-8", "replace")))
def test_addresses_and_bodies_of_any_kind(path: str, body: bytes) -> None:
    client = TestClient(Starlette(routes=[*Api(Metrics(), 10**9).routes()]), follow_redirects=False)
    quoted = "".join(f"%{byte:02x}" for byte in path.encode("utf-8", "replace"))
    for address in (f"/api/v1/{quoted}", f"/{quoted}/api/v1/tokens"):
        answer = client.post(address, content=body, headers={"content-type": "application/json"})
        assert answer.status_code < 500
