"""Every tour of the app, walked to its end in each language through the pages themselves."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.locales import LANGUAGES
from bertviz_core.tours import READY, in_language, ready_tour

ENTRY = str(Path(__file__).parents[3] / "pages" / "frame.py")
TYPED = ("text", "first", "second")


def views(language: str) -> list[str]:
    """Return the views of all tours in a language, each once."""
    steps = (step for name in READY for step in ready_tour(name).steps)
    return list(dict.fromkeys(in_language(step.view, language) for step in steps))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_opens_its_view(language: str) -> None:
    for view in views(language):
        page, asked = urlsplit(view).path, dict(parse_qsl(urlsplit(view).query))
        app = AppTest.from_file(ENTRY, default_timeout=200)
        app.query_params.update(asked | {"lang": language, "model": "mini"})
        app.switch_page(f"{page}.py").run()
        assert not app.exception and not app.error and not app.warning, view
        assert app.segmented_control(key=f"{page}_view_choice").value == asked["view"], view
        fields = {field.value for field in (*app.text_input, *app.text_area)}
        assert {asked[name] for name in TYPED if name in asked} <= fields, view
