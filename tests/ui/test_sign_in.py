"""Signing in that cannot be trusted is not begun."""

from __future__ import annotations

import pytest

from bertviz_core.errors import SettingError
from bertviz_core.settings import Settings
from bertviz_core.ui import sign_in
from bertviz_core.ui.sign_in import LEAST_SECRET, check_sign_in


@pytest.mark.parametrize(
    ("section", "wrong"),
    [
        ({}, "no provider is named"),
        ({"client_id": "a"}, "cookie_secret"),
        ({"cookie_secret": "a long random text"}, "cookie_secret"),
        ({"cookie_secret": "x" * LEAST_SECRET}, ""),
    ],
)
def test_the_provider_is_named_and_cookies_cannot_be_made_up(
    monkeypatch: pytest.MonkeyPatch, section: dict[str, str], wrong: str
) -> None:
    monkeypatch.setattr(sign_in, "get_settings", lambda: Settings.model_validate({"sign_in": "required"}))
    monkeypatch.setattr(sign_in, "get_secrets_auth_section", lambda: section)
    if not wrong:
        check_sign_in()
        return
    with pytest.raises(SettingError) as told:
        check_sign_in()
    assert wrong in str(told.value)
