"""Whether a browser may connect is decided without asking anybody."""

from __future__ import annotations

import pytest
from streamlit import net_util
from streamlit.web.server.server_util import is_url_from_allowed_origins

from bertviz_core.ui.own_address import ask_nobody_outside


def test_a_foreign_page_is_refused_without_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda url, **_: asked.append(url))
    monkeypatch.setattr(net_util, "_external_ip", None)
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    ask_nobody_outside()
    assert not is_url_from_allowed_origins("https://evil.example")
    assert not is_url_from_allowed_origins("null")
    assert is_url_from_allowed_origins("http://localhost:8501")
    assert asked == []
