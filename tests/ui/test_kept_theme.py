"""What Streamlit says of the theme stays the same where it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from bertviz_core.ui.kept_theme import keep_theme, kept

SECTIONS = (
    "theme",
    "theme.light",
    "theme.dark",
    "theme.sidebar",
    "theme.light.sidebar",
    "theme.dark.sidebar",
)
WRITE = app_session._populate_theme_msg


@pytest.fixture(autouse=True)
def options_of_the_app(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2])
    config.get_config_options(force_reparse=True)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_is_what_streamlit_writes(section):
    calls = []

    def write(message, of):
        calls.append(of)
        WRITE(message, of)

    written, populate = CustomThemeConfig(), kept(write)
    WRITE(written, section)
    for _ in range(2):
        message = CustomThemeConfig()
        populate(message, section)
        assert message == written
    assert calls == [section]


def test_an_empty_section_stays_away_from_the_message():
    message = CustomThemeConfig()
    kept(WRITE)(message.sidebar, "theme.of_nobody")
    assert not message.HasField("sidebar")


def test_it_is_kept_once(monkeypatch):
    monkeypatch.setattr(app_session, "_populate_theme_msg", WRITE)
    keep_theme()
    first = app_session._populate_theme_msg
    keep_theme()
    assert first is app_session._populate_theme_msg is not WRITE
