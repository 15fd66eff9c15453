"""The image cannot be built in a test; its instructions can be read and its health check can be run."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def instructions() -> list[tuple[str, str]]:
    """Read the Dockerfile as (instruction, rest) with continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [
        (line.split(maxsplit=1)[0], line.split(maxsplit=1)[1])
        for line in lines
        if line and not line.startswith("#")
    ]


def values(name: str) -> list[str]:
    """List what stands behind every instruction of that name."""
    return [rest for instruction, rest in instructions() if instruction == name]


@contextmanager
def server_answering(body: bytes) -> Iterator[int]:
    """Serve one body with status 200 at every address; yields the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(("body", "healthy"), [(b"ok", True), (b"<!doctype html>", False), (b"", False)])
def test_the_health_check_reads_the_body(body: bytes, healthy: bool) -> None:
    [health_check] = values("HEALTHCHECK")
    command = json.loads(health_check.split("CMD", 1)[1])
    with server_answering(body) as port:
        script = command[2].replace(":8501", f":{port}")
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=120)
    assert (done.returncode == 0) is healthy


def test_the_server_does_not_run_as_root() -> None:
    names = [instruction for instruction, _ in instructions()]
    last_user = len(names) - 1 - names[::-1].index("USER")
    assert values("USER")[-1] != "root"
    assert last_user < names.index("CMD")
    assert "RUN" not in names[last_user:]


def test_everything_copied_exists_and_passes_the_ignore_file() -> None:
    let_in = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    sources = {source for rest in values("COPY") for source in rest.split()[:-1]}
    assert sources == let_in
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_all_that_is_written_goes_to_the_volume() -> None:
    [folder] = values("VOLUME")
    variables = dict(part.split("=", 1) for rest in values("ENV") for part in rest.split())
    for name in ("BERTSCOPE_DATA_FOLDER", "TMPDIR", "NUMBA_CACHE_DIR"):
        assert Path(folder) in (Path(variables[name]), *Path(variables[name]).parents)
