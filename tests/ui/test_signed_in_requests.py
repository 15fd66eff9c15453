"""A request beside the pages is of somebody who signed in when Streamlit's own cookie says so, signed."""

from __future__ import annotations

import json

import pytest
from starlette.requests import Request
from streamlit.web.server.server_util import AUTH_COOKIE_NAME
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from bertviz_core.settings import Settings
from bertviz_core.ui import signed_in_requests
from bertviz_core.ui.signed_in_requests import may_enter

SECRET = "of this test, and long enough to sign"


def asked(cookie: str | None) -> Request:
    headers = [] if cookie is None else [(b"cookie", f"{AUTH_COOKIE_NAME}={cookie}".encode())]
    return Request({"type": "http", "headers": headers})


def signed(said: object, secret: str = SECRET, name: str = AUTH_COOKIE_NAME) -> str:
    return create_signed_value(secret, name, json.dumps(said)).decode()


@pytest.mark.parametrize(
    ("cookie", "enters"),
    [
        (signed({"is_logged_in": True, "sub": "1"}), True),
        (signed({"is_logged_in": False}), False),
        (signed({"is_logged_in": True}, secret="guessed"), False),
        (signed({"is_logged_in": True}, name="another"), False),
        (signed([True]), False),
        (json.dumps({"is_logged_in": True}), False),
        ("", False),
        (None, False),
    ],
    ids=["signed in", "signed out", "guessed", "another cookie", "a list", "unsigned", "empty", "none"],
)
def test_only_who_signed_in_enters_where_all_must(
    monkeypatch: pytest.MonkeyPatch, cookie: str | None, enters: bool
) -> None:
    monkeypatch.setattr(signed_in_requests, "get_cookie_secret", lambda: SECRET)
    for wanted in ("off", "offered", "required"):
        settings = Settings.model_validate({"sign_in": wanted})
        monkeypatch.setattr(signed_in_requests, "get_settings", lambda settings=settings: settings)
        assert may_enter(asked(cookie)) is (enters or wanted != "required")
