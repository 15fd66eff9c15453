"""What browsers are told to refuse: scripts and data of strangers, frames around the pages, and guessing."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bertviz_core.settings import get_settings

_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

_PERMISSIONS = ("camera", "microphone", "geolocation", "payment", "usb", "serial", "midi")
"""What the pages use nothing of."""


def content_security_policy(index: str, frame_ancestors: str) -> str:
    """Return the policy under which the pages run.

    Args:
        index: The page that loads the front end; its own inline scripts are allowed by what is in them.
        frame_ancestors: Who may show the pages in a frame, as the policy has it.
    """
    scripts = " ".join(f"'sha256-{_hash(script)}'" for script in _INLINE_SCRIPT.findall(index))
    directives = {
        "default-src": "'self'",
        # Streamlit imports the scripts of components from blobs, protobuf counts with WebAssembly and the
        # model computes with it, and Plotly draws maps of over 1,000 points (`scattergl`) with functions that
        # it writes while it does.
        "script-src": f"'self' blob: 'wasm-unsafe-eval' 'unsafe-eval' {scripts}".strip(),
        # Emotion and Plotly write the styles of elements as they draw them.
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "media-src": "'self' data: blob:",
        "connect-src": "'self' data: blob:",
        "worker-src": "'self' blob:",
        "frame-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": frame_ancestors,
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


class SecurityHeaders:
    """Middleware that adds them to every answer which does not have its own.

    Args:
        app: What answers.
        index: The file that loads the front end.
    """

    def __init__(self, app: ASGIApp, *, index: Path) -> None:
        self._app = app
        policy = content_security_policy(index.read_text(encoding="utf-8"), get_settings().frame_ancestors)
        headers = {
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "permissions-policy": ", ".join(f"{name}=()" for name in _PERMISSIONS),
        }
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                names = {name.lower() for name, _ in own}
                message["headers"] = own + [header for header in self._headers if header[0] not in names]
            await send(message)

        await self._app(scope, receive, send_with_headers)
