"""A hub on this machine: serves folders the way the Hugging Face Hub serves repositories."""

from __future__ import annotations

import hashlib
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote


class HubStandIn(ThreadingHTTPServer):
    """Repositories as `{id: {revision: folder}}`; a revision `refs/pr/1` is the converter's proposal."""

    def __init__(self, repositories: dict[str, dict[str, Path]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.repositories = repositories
        self.requests: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


def commit(model_id: str, revision: str) -> str:
    """Return the commit that a revision of the stand-in points to."""
    return hashlib.sha1(f"{model_id} {revision}".encode()).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    server: HubStandIn

    def log_message(self, *arguments: Any) -> None:
        """Stay quiet."""

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(self.path.split("?")[0])
        self.server.requests.append(f"{self.command} {path}")
        for model_id, revisions in self.server.repositories.items():
            if path == f"/api/models/{model_id}/discussions":
                return self._send_json(_discussions(revisions))
            for revision, folder in revisions.items():
                names = {revision, commit(model_id, revision)}
                if path in {f"/api/models/{model_id}/revision/{name}" for name in names} or (
                    revision == "main" and path == f"/api/models/{model_id}"
                ):
                    return self._send_json(_listing(model_id, revision, folder))
                for name in names:
                    file = folder / path.removeprefix(f"/{model_id}/resolve/{name}/")
                    if path.startswith(f"/{model_id}/resolve/{name}/") and file.is_file():
                        return self._send_file(file, commit(model_id, revision), with_body=with_body)
        self.send_response(404)
        self.send_header("X-Error-Code", "RepoNotFound" if path.startswith("/api") else "EntryNotFound")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None

    def _send_json(self, document: object) -> None:
        self._send(json.dumps(document).encode(), {"Content-Type": "application/json"})

    def _send_file(self, file: Path, sha: str, *, with_body: bool) -> None:
        content = file.read_bytes()
        headers = {"ETag": f'"{hashlib.sha256(content).hexdigest()}"', "X-Repo-Commit": sha}
        self._send(content, headers, with_body=with_body)

    def _send(self, content: bytes, headers: dict[str, str], *, with_body: bool = True) -> None:
        self.send_response(200)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(content)


def _listing(model_id: str, revision: str, folder: Path) -> dict[str, Any]:
    files = [file for file in sorted(folder.iterdir()) if file.is_file()]
    siblings = [{"rfilename": file.name, "size": file.stat().st_size} for file in files]
    return {"id": model_id, "sha": commit(model_id, revision), "siblings": siblings}


def _discussions(revisions: dict[str, Path]) -> dict[str, Any]:
    proposals = [
        {
            "num": int(revision.rsplit("/", 1)[1]),
            "title": "Adding `safetensors` variant of this model",
            "author": {"name": "SFconvertbot"},
            "isPullRequest": True,
            "status": "open",
            "createdAt": "2024-01-01T00:00:00.000Z",
            "repo": {"name": "x", "type": "model"},
        }
        for revision in revisions
        if revision.startswith("refs/pr/")
    ]
    return {"discussions": proposals, "count": len(proposals), "start": 0}
