"""The command that computes forward passes for copies of the app."""

from __future__ import annotations

import argparse
import os
from typing import Any

from bertviz_core.errors import SettingError
from bertviz_core.settings import get_settings


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    server = commands.add_parser(
        "engine-server", help="compute forward passes for copies of the app, until Ctrl+C"
    )
    server.add_argument("--address", default="127.0.0.1", help="where it listens (127.0.0.1)")
    server.add_argument("--port", type=int, default=8700)
    server.set_defaults(run=_serve)


def _serve(arguments: Any) -> None:
    if get_settings().engine_url:
        raise SettingError(
            "BERTSCOPE_ENGINE_URL is set where the engine itself is started. Leave it out here."
        )
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import uvicorn

    from bertviz_core.server.passes.app import passes_app

    uvicorn.run(passes_app(), host=arguments.address, port=arguments.port, access_log=False)
