"""Addresses of the server that are no pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bertviz_core.server.served_scripts import FOLDER, offered_script


class Readiness:
    """Whether visitors can be sent here; told at `/readyz`."""

    def __init__(self) -> None:
        self.ready = False

    async def answer(self, _: Request) -> Response:
        """Say `ok`, or 503 while the model is being loaded and where it could not be."""
        if self.ready:
            return PlainTextResponse("ok")
        return PlainTextResponse("loading", status_code=503, headers={"Retry-After": "1"})


def server_routes(readiness: Readiness) -> list[Route]:
    """Return the addresses that this server has beside its pages."""
    # The address of the app may begin with a path, of which the routes of an app are not told.
    scripts = Route(f"/{{before:path}}{FOLDER}/{{file}}", component_script)
    return [Route("/readyz", readiness.answer), scripts]


def component_script(request: Request) -> Response:
    """Answer with a script of a component, which a browser may keep: another script has another name."""
    script = offered_script(request.path_params["file"])
    if script is None:
        return PlainTextResponse("not found", status_code=404)
    headers = {"cache-control": "public, immutable, max-age=31536000", "vary": "Accept-Encoding"}
    body = script.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = script.compressed
    return Response(body, headers=headers, media_type="text/javascript")
