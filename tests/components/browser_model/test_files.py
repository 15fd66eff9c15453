"""What browsers are offered: the bundled model as it is, at addresses that change with it."""

from __future__ import annotations

import hashlib
import json

from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.components.browser_model import model_folder, weight_sums
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.server.hashed_files import hashed_files_route


def test_the_weights_are_those_of_the_bundled_model() -> None:
    assert set(weight_sums()) == {path.name for path in BUNDLED_FOLDER.glob("*.safetensors")}
    for name, checksum in weight_sums().items():
        with (BUNDLED_FOLDER / name).open("rb") as file:
            assert hashlib.file_digest(file, "sha256").hexdigest() == checksum


def test_all_that_the_manifest_names_is_there() -> None:
    client = TestClient(Starlette(routes=[hashed_files_route()]))
    folder = model_folder()
    manifest = json.loads(client.get(f"{folder}/manifest.json").text)
    scripts = ["client.js", "worker.js", "encoder.js", "weights.js", "tokenizer.js", "letters.js"]
    scripts += ["in_turn.js", "layer_steps.js", "sentence_end.js"]
    for name in [
        *scripts,
        "attention_form.js",
        "probabilities.js",
        manifest["vocabulary"],
        *manifest["kernels"],
    ]:
        assert client.get(f"{folder}/{name}").status_code == 200, name
    parent = folder.rpartition("/")[0]
    sizes = []
    for part in manifest["weights"]:
        answer = client.head(parent + part["address"].removeprefix(".."))
        assert answer.status_code == 200
        assert int(answer.headers["content-length"]) == part["bytes"]
        sizes.append(part["bytes"])
    assert sum(sizes) == manifest["bytes"]
    assert "unsafe-eval" not in client.get(f"{folder}/worker.js").headers["content-security-policy"].replace(
        "'wasm-unsafe-eval'", ""
    )
