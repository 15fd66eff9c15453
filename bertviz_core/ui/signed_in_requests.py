"""Who signed in, told from a request beside the pages: Streamlit knows it of the visits of pages only."""

from __future__ import annotations

import json

from starlette.requests import Request
from streamlit.auth_util import get_cookie_with_chunks
from streamlit.web.server.server_util import AUTH_COOKIE_NAME, get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value

from bertviz_core.settings import get_settings


def may_enter(request: Request) -> bool:
    """Tell whether a request may know what is only for who signed in, where all must."""
    if get_settings().sign_in != "required":
        return True
    secret = get_cookie_secret()

    def signed(name: str) -> bytes | None:
        value = request.cookies.get(name)
        return (
            None if value is None else decode_signed_value(secret, name, value.encode("latin-1", "replace"))
        )

    try:
        said = json.loads(get_cookie_with_chunks(signed, AUTH_COOKIE_NAME) or b"null")
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("is_logged_in") is True
