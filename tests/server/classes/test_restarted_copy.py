"""A copy of the app is killed in the middle of a class: with a Redis the class goes on where it was."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import urllib3
from urllib3.exceptions import HTTPError
from worker_processes import ROOT, free_port, wait_for

from bertviz_core.server.visitor_cookie import COOKIE

COPY = """
import sys
import uvicorn
from starlette.applications import Starlette
from bertviz_core.server.classes import classes_at
from bertviz_core.server.classes.routes import ClassRoutes

url, port = sys.argv[1:]
uvicorn.run(Starlette(routes=[*ClassRoutes(classes_at(url)).routes()]), port=int(port), log_level="error")
"""
QUICK = urllib3.Timeout(5)


@contextmanager
def copy(redis_url: str, port: int) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", COPY, redis_url, str(port)], cwd=ROOT) as process:
        try:
            wait_for(lambda: answers(port))
            yield process
        finally:
            process.kill()


def answers(port: int) -> bool:
    try:
        url = f"http://127.0.0.1:{port}/class/AAAAAA/state"
        return urllib3.request("GET", url, timeout=QUICK, retries=False).status == 404
    except HTTPError:
        return False


class Follower(threading.Thread):
    """Listens as a browser does, which asks again when its connection is lost."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.told, self.lost = url, {"address": "", "version": 0}, 0

    def run(self) -> None:
        while not self.told.get("ended"):
            try:
                with urllib3.request("GET", self.url, preload_content=False, retries=False) as events:
                    for part in events.stream(8192):
                        self.take(part)
            except HTTPError:
                self.lost += 1

    def take(self, part: bytes) -> None:
        for line in part.split(b"\n"):
            if line.startswith(b"data: {"):
                self.told = json.loads(line.removeprefix(b"data: "))


def test_the_class_goes_on_in_a_copy_that_was_killed_and_started_again(redis_url: str) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}/class"

    def say(name: str, body: dict[str, object], **headers: str) -> dict[str, str]:
        answer = urllib3.request("POST", f"{base}{name}", json=body, headers=headers, timeout=QUICK)
        assert answer.status == 200, answer.data
        return dict(answer.json())

    with copy(redis_url, port) as process:
        started = say("", {})
        code, lead = started["code"], {"Authorization": f"Bearer {started['token']}"}
        follower = Follower(f"{base}/{code}/events")
        follower.start()
        say(f"/{code}/address", {"address": "words?view=map"}, **lead)
        say(f"/{code}/question", {"kind": "word", "about": "El perro [MASK]."}, **lead)
        for voter in range(3):
            vote = {"question": 1, "round": 1, "choice": "ladra"}
            say(f"/{code}/vote", vote, Cookie=f"{COOKIE}={voter:032x}")
        wait_for(lambda: follower.told["address"] == "words?view=map")
        process.kill()
        process.wait()
    wait_for(lambda: follower.lost > 0)
    with copy(redis_url, port):
        for voter in range(2, 6):  # one of them votes again
            vote = {"question": 1, "round": 1, "choice": "ladra"}
            say(f"/{code}/vote", vote, Cookie=f"{COOKIE}={voter:032x}")
        say(f"/{code}/step", {"question": 1, "step": "show"}, **lead)
        say(f"/{code}/address", {"address": "attention?layer=3"}, **lead)
        wait_for(lambda: follower.told["address"] == "attention?layer=3")
        assert follower.told["question"]["counts"] == [[["ladra", 6]]]  # type: ignore[index]
        say(f"/{code}/end", {}, **lead)
        wait_for(lambda: follower.told.get("ended") is True)
