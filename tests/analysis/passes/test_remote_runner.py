"""Passes that another process computes are those of this one, and its absence is told in a sentence."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest
import torch
from engine_under_test import closed_address, served

from bertviz_core.analysis.passes.engine_client import EngineClient
from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.errors import BertScopeError, BusyError, InputError
from bertviz_core.models import remote_model
from bertviz_core.models.remote_model import describe, without_weights
from bertviz_core.models.sources import find_checkpoint

TEXT, PAIR = "La compañera hacía la cama", "the store."
Settings = Callable[..., None]


@pytest.fixture
def remote(
    engine: BertEngine, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[BertEngine, BertEngine]]:
    """Yield the engine of a family, and one of the same model that asks it over HTTP and has no weights."""

    def none_here(_: object) -> None:
        raise AssertionError("weights are read")

    with served({engine.info.id: engine}) as address:
        settings(engine_url=address, cache_bytes="0")
        monkeypatch.setattr(remote_model, "load_checkpoint", none_here)
        model = without_weights(find_checkpoint(engine.info.id), describe(engine.passes.model))
        yield engine, BertEngine(model)


def same(left: object, right: object) -> None:
    np.testing.assert_allclose(np.asarray(left), np.asarray(right), atol=1e-6)


def test_states_and_attention_are_those_of_the_engine_itself(remote: tuple[BertEngine, BertEngine]) -> None:
    here, there = remote
    for text, pair in ((TEXT, None), (TEXT, PAIR)):
        same(here.attention(text, pair).weights, there.attention(text, pair).weights)
    off = [(0, 1), (1, 2)]
    same(here.without_heads(off).attention(TEXT).weights, there.without_heads(off).attention(TEXT).weights)
    found: dict[BertEngine, dict[int, np.ndarray]] = {here: {}, there: {}}
    for one, kept in found.items():
        one.hidden_states(
            [TEXT, "cama", (TEXT, PAIR)],
            take=lambda number, _, states, kept=kept: kept.update({number: states.copy()}),
        )
    assert found[here].keys() == found[there].keys() == {0, 1, 2}
    for number in range(3):
        same(found[here][number], found[there][number])


def test_answers_are_those_of_the_engine_itself(remote: tuple[BertEngine, BertEngine]) -> None:
    here, there = remote
    text = f"La compañera hacía la {here.info.mask_token}"
    if here.info.has_mlm_head:
        for left, right in zip(
            here.fill_mask(text, 5).masks[0].predictions,
            there.fill_mask(text, 5).masks[0].predictions,
            strict=True,
        ):
            assert left.token_id == right.token_id
            assert left.probability == pytest.approx(right.probability, abs=1e-6)
        same(
            here.pseudo_log_likelihood(TEXT).log_probabilities,
            there.pseudo_log_likelihood(TEXT).log_probabilities,
        )
    if here.info.has_nsp_head:
        same(here.next_sentences([(TEXT, PAIR)]), there.next_sentences([(TEXT, PAIR)]))
        effects = (one.next_sentence_effects(TEXT, PAIR) for one in remote)
        same(*(effect.without for effect in effects))
    words = [one.word_layers([TEXT, f"{TEXT}."], "cama") for one in remote]
    same(*(found.states for found in words))
    same(*(found.static for found in words))


def test_what_only_weights_answer_reads_them_then(mini: BertEngine, settings: Settings) -> None:
    with served({"mini": mini}) as address:
        settings(engine_url=address)
        there = load_engine("mini")
        assert not there.passes.model.runs_here
        assert there.info == mini.info
        left, right = (one.query_key(TEXT, layer=1, head=2) for one in (mini, there))
        same(left.queries, right.queries)
        # Heads are off in the network that was read, as in passes that are asked for.
        same(
            mini.without_heads([(0, 0)]).query_key(TEXT, layer=1, head=2).queries,
            there.without_heads([(0, 0)]).query_key(TEXT, layer=1, head=2).queries,
        )


def test_another_engine_is_asked_where_one_is_gone(mini: BertEngine, settings: Settings) -> None:
    with served({"mini": mini}) as address:
        settings(engine_url=f"{closed_address()}, {address}/", cache_bytes="0")
        there = load_engine("mini")
        for _ in range(4):
            same(there.attention(TEXT).weights, mini.attention(TEXT).weights)


def test_nobody_there_is_a_sentence_and_the_next_try_works(mini: BertEngine, settings: Settings) -> None:
    with served({"mini": mini}) as address:
        settings(engine_url=address, cache_bytes="0")
        there = load_engine("mini")
        settings(engine_url=closed_address())
        with pytest.raises(BusyError, match="cannot be reached"):
            there.attention(TEXT)
        settings(engine_url=address)
        same(there.attention(TEXT).weights, mini.attention(TEXT).weights)


def test_what_the_engine_refuses_is_told_as_it_says(mini: BertEngine, settings: Settings) -> None:
    with served({"mini": mini}) as address:
        settings(engine_url=address)
        runner = load_engine("mini").passes.runner
        with pytest.raises(InputError, match="does not fit"):
            runner.word_embeddings(torch.tensor([mini.info.vocab_size]))


def test_a_model_that_the_engine_does_not_have_is_run_here(mini: BertEngine, settings: Settings) -> None:
    with served({}) as address:
        settings(engine_url=address)
        assert load_engine("mini").passes.model.runs_here


def test_only_who_shows_the_token_is_answered(mini: BertEngine, settings: Settings) -> None:
    with served({"mini": mini}) as address:
        settings(engine_url=address, engine_token="right")
        same(load_engine("mini").attention(TEXT).weights, mini.attention(TEXT).weights)
        stranger = EngineClient((address,), token="wrong", wait_s=10, connections=1)
        with pytest.raises(BertScopeError, match="token"):
            stranger.ask("model", {"model": "mini"})


class _Strange(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")

    def log_message(self, *_: object) -> None:
        pass


def test_a_server_of_something_else_is_told(settings: Settings) -> None:
    with HTTPServer(("127.0.0.1", 0), _Strange) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings(engine_url=f"http://127.0.0.1:{server.server_port}")
        with pytest.raises(BertScopeError, match="not understood"):
            load_engine("mini")
        server.shutdown()
