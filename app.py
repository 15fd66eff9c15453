"""BERT Scope as a server: `streamlit run app.py` finds `app` here and serves it.

What it shows is drawn by `pages/frame.py`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from streamlit.starlette import App

from bertviz_core.server.routes import server_routes
from bertviz_core.server.warm_up import WarmUp
from bertviz_core.ui.page_modules import LIBRARIES, PAGE_MODULES

warm_up = WarmUp(PAGE_MODULES, LIBRARIES)


@asynccontextmanager
async def lifespan(_: App) -> AsyncIterator[None]:
    """Begin to load what visitors need; the server answers meanwhile."""
    warm_up.begin()
    yield


app = App(
    Path(__file__).with_name("pages") / "frame.py", lifespan=lifespan, routes=server_routes(warm_up)
)
