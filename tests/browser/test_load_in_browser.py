"""The visitors of `make load` send what a browser sends."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlencode

import pytest
from page_actions import eventually, settle
from playwright.sync_api import BrowserContext, Page, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.app_under_test import RunningApp
from benchmarks.front_end import Answer, FrontEnd


class Overheard:
    """A page in a browser, and beside it the front end of a visitor who gets the same messages."""

    def __init__(self, page: Page, front_end: FrontEnd) -> None:
        self.page = page
        self.front_end = front_end
        self.sent: list[BackMsg] = []
        page.on("websocket", self._listen)

    def has_sent(self, count: int) -> None:
        """See that more messages were sent than so many."""
        assert len(self.sent) > count

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda raw: self.sent.append(BackMsg.FromString(raw)))
        socket.on("framereceived", lambda raw: self.front_end.note(raw, Answer(keep=False)))


@pytest.fixture
def overheard(new_visitor: Callable[..., BrowserContext], app: RunningApp) -> Overheard:
    page = new_visitor(locale="es-ES").new_page()
    return Overheard(page, FrontEnd(app.url, "es-ES"))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "view"),
    [("words", "geometry"), ("pretraining", "batch"), ("fine_tuning", "learn")],
    ids=["closed menus", "slider and choices", "numbers"],
)
def test_a_visitor_asks_what_a_browser_asks(
    overheard: Overheard, app: RunningApp, name: str, view: str
) -> None:
    page, front_end = overheard.page, overheard.front_end
    first = BackMsg.FromString(front_end.question(name, {"view": view}))
    page.goto(f"{app.url}/{name}?{urlencode({'view': view})}")
    page.get_by_role("heading", level=1).wait_for()
    settle(page)
    assert plain(overheard.sent[0]) == plain(first)

    def asks_the_same() -> None:
        settle(page)
        again = BackMsg.FromString(front_end.question(name, front_end.address))
        count = len(overheard.sent)
        page.keyboard.press("r")  # the front end's own key for another run
        eventually(page, lambda: overheard.has_sent(count))
        assert plain(overheard.sent[count]) == plain(again)

    eventually(page, asks_the_same)  # the fields come a moment after the run


def plain(message: BackMsg) -> dict[str, object]:
    """Return what a question says, the order of parameters, widgets and hashes apart."""
    run = message.rerun_script
    return {
        "query": parse_qs(run.query_string, keep_blank_values=True),
        "page": (run.page_name, run.page_script_hash),
        "widgets": {state.id: state for state in run.widget_states.widgets},
        "known": set(run.cached_message_hashes),
        "browser": run.context_info,
    }
