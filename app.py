"""BERT Scope as a server: `streamlit run app.py` finds `app` here and serves it.

What it shows is drawn by `pages/frame.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.middleware import Middleware
from streamlit.file_util import get_static_dir
from streamlit.starlette import App

from bertviz_core.server.classes import classes_of_app
from bertviz_core.server.closed_addresses import ClosedAddresses
from bertviz_core.server.drawing import begin_drawing, end_drawing
from bertviz_core.server.faults import answer_fault, begin_log, not_ready, settle_log
from bertviz_core.server.front_end_files import FrontEndFiles
from bertviz_core.server.housekeeping import housekeeping
from bertviz_core.server.idle_connections import end_idle
from bertviz_core.server.loaded_models import loaded_models
from bertviz_core.server.obeyed_messages import ObeyedMessages
from bertviz_core.server.one_of_several import among_several
from bertviz_core.server.own_origins import OwnOrigins
from bertviz_core.server.routes import server_routes
from bertviz_core.server.security_headers import SecurityHeaders
from bertviz_core.server.session_limits import SessionLimits, room_for_sessions
from bertviz_core.server.start_check import require_settings
from bertviz_core.server.unfinished_messages import bound_messages
from bertviz_core.server.upload_limits import UploadLimits, room_for_uploads
from bertviz_core.server.warm_up import load_default_model
from bertviz_core.server.watched import metrics, readiness, watch_for_end
from bertviz_core.ui.browser_messages import is_obeyed
from bertviz_core.ui.closed_sessions import forget_closed_sessions
from bertviz_core.ui.first_visits import first_visits
from bertviz_core.ui.gathered_messages import gather_messages
from bertviz_core.ui.kept_uploads import KeptUploads
from bertviz_core.ui.less_looked_up import look_up_less
from bertviz_core.ui.lesson_file import lesson_file
from bertviz_core.ui.own_address import ask_nobody_outside, named_sites
from bertviz_core.ui.page_faults import show_fault
from bertviz_core.ui.page_modules import LIBRARIES, PAGE_MODULES
from bertviz_core.ui.sign_in import check_sign_in
from bertviz_core.ui.signed_in_requests import may_enter
from bertviz_core.ui.streamlit_log import settle_streamlit_log
from bertviz_core.ui.unsent_answers import bound_unsent

require_settings(check_sign_in)
begin_log()
settle_streamlit_log()
ask_nobody_outside()
bound_unsent()
gather_messages()
look_up_less()
bound_messages()
end_idle()
FRONT_END = Path(get_static_dir())

classes = classes_of_app()
"""Those that follow a lecturer."""


@asynccontextmanager
async def lifespan(_: App) -> AsyncIterator[None]:
    """Load what visitors need while the server answers already."""
    settle_log()
    housekeeping.begin()
    loaded_models.on_change(housekeeping.models_changed)
    watch_no_more = watch_for_end(classes.bulletin.close)
    getting_ready = asyncio.create_task(get_ready())
    yield
    watch_no_more()
    getting_ready.cancel()
    end_drawing()


async def get_ready() -> None:
    """Do before the first visitor comes whatever is done once."""
    try:
        if await asyncio.to_thread(load_default_model, PAGE_MODULES + LIBRARIES):
            await first_visits()
            housekeeping.models_changed()  # what the first runs left for good is frozen too
            readiness.ready = True
    except Exception as error:
        not_ready(error)
    begin_drawing()


app = App(
    Path(__file__).with_name("pages") / "frame.py",
    lifespan=lifespan,
    routes=server_routes(readiness, metrics, classes, may_enter, lesson_file),
    on_script_error=show_fault,
    exception_handlers={Exception: answer_fault},
    middleware=[
        Middleware(SecurityHeaders, index=FRONT_END / "index.html"),
        Middleware(FrontEndFiles, folder=FRONT_END / "static"),
        *among_several(readiness),
        Middleware(ClosedAddresses),
        Middleware(OwnOrigins, named=named_sites()),
        Middleware(SessionLimits, room=room_for_sessions(), forget=forget_closed_sessions),
        Middleware(ObeyedMessages, obeyed=is_obeyed),
        Middleware(UploadLimits, uploads=KeptUploads(), **room_for_uploads()),
    ],
)
