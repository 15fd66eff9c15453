"""Pages run once for nobody, so that the first visitor does not wait for what only the first run does."""

from __future__ import annotations

import asyncio
import logging

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState, ContextInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import SessionClient, get_instance

from bertviz_core.locales import LANGUAGES

PATIENCE_S = 60.0

_log = logging.getLogger(__name__)


class _Nobody(SessionClient):
    """Takes what a page sends and looks at nothing but the end of the run."""

    def __init__(self) -> None:
        self.finished = asyncio.Event()

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        if msg.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and msg.HasField("script_finished"):
            self.finished.set()


async def first_visits() -> None:
    """Open the home page in every language, and with it its examples; then the page that most links open."""
    for language in LANGUAGES:
        await _visit("", language)
    await _visit("attention", next(iter(LANGUAGES)))


async def _visit(page: str, language: str) -> None:
    """Run a page as for a browser of this language, in a session of its own; on the thread of the server."""
    runtime, nobody = get_instance(), _Nobody()
    session = runtime.connect_session(client=nobody, user_info={})
    try:
        opened = ClientState(page_name=page, context_info=ContextInfo(locale=language))
        runtime.handle_backmsg(session, BackMsg(rerun_script=opened))
        await asyncio.wait_for(nobody.finished.wait(), PATIENCE_S)
    except TimeoutError:
        _log.log(logging.WARNING, "The page “%s” took longer than %.0f s", page or "home", PATIENCE_S)
    finally:
        runtime.close_session(session)
