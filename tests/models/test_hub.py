"""Hub models, against a hub on this machine: judged before they are downloaded, found again without it."""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading

import pytest
from hub_stand_in import HubStandIn, commit

from bertviz_core.engine import load_engine

# The libraries read the hub's address when they are imported: each question has a process of its own.
ASK = """
import json, sys
from bertviz_core.errors import BertScopeError
from bertviz_core.models.sources import find_checkpoint
steps = []
try:
    found = find_checkpoint(
        sys.argv[1],
        on_progress=lambda done, total: steps.append((done, total)),
        weights="tokenizer" not in sys.argv,
    )
    answer = {"source": found.source, "revision": found.revision, "folder": str(found.folder), "steps": steps}
except BertScopeError as error:
    answer = {"error": type(error).__name__, "message": str(error)}
print(json.dumps(answer))
"""


@pytest.fixture
def hub(checkpoint, tmp_path):
    """Serve four models: a good one, a pickled one with a conversion and one without, and a GPT."""
    pickled = shutil.copytree(checkpoint("bert"), tmp_path / "pickled")
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    gpt = shutil.copytree(checkpoint("bert"), tmp_path / "gpt")
    (gpt / "config.json").write_text('{"model_type": "gpt2"}')
    server = HubStandIn(
        {
            "someone/good": {"main": checkpoint("bert")},
            "someone/converted": {"main": pickled, "refs/pr/3": checkpoint("bert")},
            "someone/pickled": {"main": pickled},
            "someone/gpt": {"main": gpt},
        }
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def ask(tmp_path):
    """Load a model in a fresh process whose hub cache is this test's own."""

    def load(model_id, address, *more, **settings):
        environment = {**os.environ, "HF_HOME": str(tmp_path / "cache"), "HF_ENDPOINT": address, **settings}
        environment["HF_HUB_OFFLINE"] = "0"
        result = subprocess.run(
            [sys.executable, "-c", ASK, model_id, *more],
            env=environment,
            capture_output=True,
            text=True,
            timeout=200,
        )
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    return load


def test_a_model_is_downloaded_with_progress_and_then_needs_no_hub(hub, ask):
    answer = ask("someone/good", hub.address)
    assert (answer["source"], answer["revision"]) == ("hub", commit("someone/good", "main"))
    totals = {total for _, total in answer["steps"]}
    arrived = [done for done, _ in answer["steps"]]
    assert arrived == sorted(arrived)
    assert totals == {arrived[-1]}
    assert load_engine(answer["folder"]).info.has_nsp_head
    requests = len(hub.requests)
    again = ask("someone/good", hub.address)
    assert again["revision"] == answer["revision"]
    assert again["steps"] == []
    assert len(hub.requests) == requests


def test_a_tokenizer_comes_without_weights_and_is_no_model(hub, ask):
    answer = ask("someone/good", hub.address, "tokenizer")
    assert answer["revision"] == commit("someone/good", "main")
    assert not any("safetensors" in request for request in hub.requests)
    requests = len(hub.requests)
    assert ask("someone/good", hub.address, "tokenizer")["folder"] == answer["folder"]
    assert len(hub.requests) == requests
    assert load_engine(ask("someone/good", hub.address)["folder"]).info.has_mlm_head


def test_pickled_weights_are_taken_from_the_hubs_own_conversion(hub, ask):
    answer = ask("someone/converted", hub.address)
    assert answer["revision"] == commit("someone/converted", "refs/pr/3")
    assert not any("pytorch_model.bin" in request for request in hub.requests)


def test_a_model_with_only_pickled_weights_is_refused_without_fetching_them(hub, ask):
    assert ask("someone/pickled", hub.address)["error"] == "UnsafeModelError"
    assert not any("pytorch_model.bin" in request for request in hub.requests)


def test_another_kind_of_model_is_refused_by_its_config_alone(hub, ask):
    answer = ask("someone/gpt", hub.address)
    assert answer["error"] == "UnsafeModelError"
    assert "gpt2" in answer["message"]
    assert not any("safetensors" in request for request in hub.requests)


def test_a_model_over_the_limit_is_refused_without_fetching_it(hub, ask):
    answer = ask("someone/good", hub.address, BERTSCOPE_MAX_MODEL_BYTES="1000")
    assert answer["error"] == "UnsafeModelError"
    assert not any("safetensors" in request for request in hub.requests)


def test_a_name_the_hub_does_not_know(hub, ask):
    answer = ask("someone/nothing", hub.address)
    assert answer["error"] == "ModelNotFoundError"
    assert "Check the name" in answer["message"]


def test_no_network_is_told_with_a_way_out(ask):
    answer = ask("someone/good", "http://127.0.0.1:9")
    assert answer["error"] == "ModelNotFoundError"
    assert "mini" in answer["message"]


def test_a_hub_that_answers_nothing_is_given_up(ask):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        answer = ask("someone/good", address, BERTSCOPE_HUB_TIMEOUT_S="0.5")
    assert answer["error"] == "ModelNotFoundError"
    assert "mini" in answer["message"]
