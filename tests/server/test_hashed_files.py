"""Folders of files whose address is made of what is in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient
from streamlit.web.server.starlette.starlette_gzip_middleware import SelectiveGZipMiddleware

from bertviz_core.server.hashed_files import HashedFile, hashed_files_route, offer_folder

WEIGHTS = bytes(range(256)) * 40
SCRIPT = b"export const a = 1;\n" * 100


@pytest.fixture
def client() -> TestClient:
    compressed_anew = Middleware(SelectiveGZipMiddleware, minimum_size=1)
    return TestClient(Starlette(routes=[hashed_files_route()], middleware=[compressed_anew]))


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "weights").write_bytes(WEIGHTS)
    return offer_folder(
        {
            "weights.safetensors": HashedFile(tmp_path / "weights", checksum="0a"),
            "worker.js": HashedFile(SCRIPT, policy="default-src 'none'"),
        }
    )


@pytest.mark.parametrize("before", ["", "/courses/bert"])
def test_a_file_on_the_disk_is_sent_as_it_is(client: TestClient, folder: str, before: str) -> None:
    answer = client.get(f"{before}{folder}/weights.safetensors")
    assert answer.content == WEIGHTS
    assert answer.headers["content-length"] == str(len(WEIGHTS)), "compressed with every answer"
    assert "immutable" in answer.headers["cache-control"]
    part = client.get(f"{folder}/weights.safetensors", headers={"range": "bytes=256-259"})
    assert (part.status_code, part.content) == (206, bytes(range(4)))


def test_a_script_is_compressed_once_and_has_its_policy(client: TestClient, folder: str) -> None:
    answer = client.get(f"{folder}/worker.js")
    assert answer.content == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-security-policy"] == "default-src 'none'"
    plain = client.get(f"{folder}/worker.js", headers={"accept-encoding": "identity"})
    assert plain.content == SCRIPT and "content-encoding" not in plain.headers


def test_other_content_has_another_address(folder: str, tmp_path: Path) -> None:
    changed = HashedFile(tmp_path / "weights", checksum="0b")
    assert offer_folder({"weights.safetensors": changed}) != folder


@pytest.mark.parametrize("path", ["/hashed-files/0/worker.js", "{folder}/app.py", "{folder}/..%2fapp.py"])
def test_nothing_else_is_there(client: TestClient, folder: str, path: str) -> None:
    assert client.get(path.format(folder=folder)).status_code == 404
