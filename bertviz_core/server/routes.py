"""Addresses of the server that are no pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bertviz_core.server.api.routes import Api
from bertviz_core.server.classes.leading import Leading
from bertviz_core.server.classes.routes import ClassRoutes, MayEnter
from bertviz_core.server.hashed_files import hashed_files_route
from bertviz_core.server.lesson_route import LessonRoute, WriteLesson
from bertviz_core.server.metrics import Metrics
from bertviz_core.server.metrics_route import metrics_route
from bertviz_core.server.readiness import Readiness, readiness_routes
from bertviz_core.server.served_scripts import FOLDER, offered_script
from bertviz_core.settings import get_settings


def server_routes(
    readiness: Readiness,
    metrics: Metrics,
    classes: Leading,
    may_enter: MayEnter = lambda _: True,
    write_lesson: WriteLesson | None = None,
) -> list[Route]:
    """Return the addresses that this server has beside its pages.

    Args:
        readiness: Of this process.
        metrics: Of this process.
        classes: Those that follow a lecturer.
        may_enter: Tells whether whoever asks may know of a class, and save a lesson.
        write_lesson: Makes the page of a lesson; None where nobody can save one.
    """
    # The address of the app may begin with a path, of which the routes of an app are not told.
    scripts = Route(f"/{{before:path}}{FOLDER}/{{file}}", component_script)
    settings = get_settings()
    known_only = settings.sign_in == "required"  # a program has no way to sign in
    api = Api(metrics, 0 if known_only else settings.api_requests_a_minute, settings.redis_url)
    of_classes = ClassRoutes(classes, may_enter, settings.redis_url).routes()
    lessons = []
    if write_lesson and settings.browser_model != "off":
        lessons = [LessonRoute(write_lesson, may_enter).route()]
    return [
        *readiness_routes(readiness),
        metrics_route(metrics),
        scripts,
        hashed_files_route(),
        *of_classes,
        *lessons,
        *api.routes(),
    ]


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
    if script.policy is not None:
        ancestors = get_settings().frame_ancestors
        headers["content-security-policy"] = f"{script.policy}; frame-ancestors {ancestors}"
    return Response(body, headers=headers, media_type=script.kind)
