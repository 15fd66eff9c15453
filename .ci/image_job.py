"""What somebody does with a container: opens the page, asks the API, lets a model learn."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

BASE = "http://127.0.0.1:8501"
PATIENCE_S = 300.0


def main() -> int:
    """Start the container's own command, do all of it, end the server as `docker stop` does."""
    _is_shut("/app/probe", "/home/bertscope/probe", "/tmp/probe")
    server = subprocess.Popen([sys.executable, "-m", "streamlit", "run", "app.py"])
    try:
        seconds = _until_ready(server)
        print(f"ready after {seconds:.1f} s as user {os.getuid()}", flush=True)
        page = urlopen(BASE, timeout=10).read()
        assert b"<title>" in page, page[:200]
        answer = _ask("attention", {"text": "Ana abrió la puerta."})
        print(
            f"attention: {len(json.dumps(answer)):,} characters, {len(answer['tokens'])} tokens", flush=True
        )
        _learn()
    finally:
        server.send_signal(signal.SIGTERM)
        status = server.wait(timeout=30)
    print(f"the server ended with status {status}", flush=True)
    return 0


def _is_shut(*paths: str) -> None:
    """Make sure that the root is read-only and the volume is not."""
    for path in paths:
        try:
            Path(path).write_text("")
        except OSError:
            continue
        raise SystemExit(f"{path} could be written.")
    probe = Path("/data/probe")
    probe.write_text("")
    probe.unlink()


def _until_ready(server: subprocess.Popen[bytes]) -> float:
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE_S and server.poll() is None:
        try:
            with urlopen(f"{BASE}/readyz", timeout=5) as answer:
                if answer.read() == b"ok":
                    return time.monotonic() - begun
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server did not get ready.")


def _ask(question: str, body: dict[str, object]) -> dict[str, list[object]]:
    """Ask the JSON API."""
    headers = {"Content-Type": "application/json"}
    request = Request(f"{BASE}/api/v1/{question}", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=60) as answer:
        document: dict[str, list[object]] = json.load(answer)
    return document


def _learn() -> None:
    """Let the worker work on a short run, and ask the model that came of it."""
    sys.path.insert(0, os.getcwd())
    from bertviz_core.jobs.run_store import run_store
    from bertviz_core.jobs.start_worker import submit
    from bertviz_core.results import LearningSettings
    from bertviz_core.training.data.samples import SAMPLES, sample_data

    begun = time.monotonic()
    settings = LearningSettings(method="last_layers", last_layers=1, epochs=1)
    sample = sample_data(next(iter(SAMPLES)))
    run = run_store().create(sample.data, model="mini", revision=None, settings=settings, owner="")
    submit(run.id)
    while run_store().status(run.id).open and time.monotonic() - begun < PATIENCE_S:
        time.sleep(0.5)
    status = run_store().status(run.id)
    if status.phase != "done":
        raise SystemExit(f"The run ended as {status}.")
    print(f"a run of fine-tuning was done after {time.monotonic() - begun:.0f} s", flush=True)
    classified = _ask("classify", {"text": "hola", "model": f"run:{run.id}"})
    print(f"its model says {json.dumps(classified)[:200]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
