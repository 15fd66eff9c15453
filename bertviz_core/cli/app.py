"""The command that serves the app."""

from __future__ import annotations

import argparse
import errno
import os
import socket
import subprocess
from typing import Any

from bertviz_core.cli.output import print_notice
from bertviz_core.errors import InputError
from bertviz_core.installation import app_folder, process_environment, python_module
from bertviz_core.settings import get_settings

# What `make app` and the image say on their command lines; whoever sets these variables decides.
_USUAL = {
    "STREAMLIT_SERVER_HEADLESS": "true",
    "STREAMLIT_SERVER_FILE_WATCHER_TYPE": "none",
    "STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE": "true",
    "MALLOC_ARENA_MAX": "2",
}
_EVERYWHERE = {"0.0.0.0", "::", "127.0.0.1"}


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    app = commands.add_parser("app", help="serve the app in the browser, until Ctrl+C")
    app.add_argument(
        "--port",
        type=int,
        default=os.environ.get("STREAMLIT_SERVER_PORT", "8501"),
        help="where it listens (default: 8501)",
    )
    app.add_argument(
        "--address",
        default=os.environ.get("STREAMLIT_SERVER_ADDRESS", "127.0.0.1"),
        help="who may reach it: this machine only (default: 127.0.0.1), or with 0.0.0.0 the network",
    )
    app.set_defaults(run=_serve)


def _serve(arguments: Any) -> None:
    """Become the server, with the settings of the app wherever it was called."""
    get_settings()  # a server would say what is wrong with them on a line of its log
    _require_free(arguments.address, arguments.port)
    script = app_folder() / "app.py"
    command = [*python_module("streamlit"), "run", str(script)]
    command += ["--server.port", str(arguments.port), "--server.address", arguments.address]
    host = "localhost" if arguments.address in _EVERYWHERE else arguments.address
    print_notice(f"BERT Scope is on http://{host}:{arguments.port} (Ctrl+C stops it)")
    environment = {**_USUAL, **process_environment()}
    if os.name == "posix":
        os.execve(command[0], command, environment)
    raise SystemExit(subprocess.call(command, env=environment))


def _require_free(address: str, port: int) -> None:
    """Raise `InputError` where nobody can listen; Streamlit's own message would be a log line."""
    if not 0 < port < 65_536:
        raise InputError("--port needs a number from 1 to 65535.")
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        socket.create_server((address, port), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError(
                "Port {port} is taken by another program. Choose another: --port {next}",
                port=port,
                next=port % 65_535 + 1,
            ) from error
        raise InputError(
            "Nobody can listen on port {port} of “{address}” here ({reason}). Choose another --port or "
            "--address.",
            port=port,
            address=address,
            reason=error.strerror or str(error),
        ) from error
