"""Every address in the lecture notes opens what it says."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
NOTES = (ROOT / "docs" / "lecture-notes.md").read_text(encoding="utf-8")
ADDRESSES = list(dict.fromkeys(re.findall(r"<http://localhost:8501(/\S+)>", NOTES)))


def test_there_are_addresses_for_every_lecture() -> None:
    assert len(ADDRESSES) >= 12
    pages = {urlsplit(address).path for address in ADDRESSES}
    assert pages == {
        "/attention",
        "/masked_words",
        "/next_sentence",
        "/words",
        "/pretraining",
        "/fine_tuning",
    }


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_opens_its_view(address: str) -> None:
    page, asked = urlsplit(address).path, dict(parse_qsl(urlsplit(address).query))
    app = AppTest.from_file(str(ROOT / "pages" / "frame.py"), default_timeout=200)
    app.query_params.update({"lang": "en"} | asked)
    app.switch_page(f"pages{page}.py").run()
    assert not app.exception and not app.error and not app.warning
    assert app.segmented_control(key=f"{page[1:]}_view_choice").value == asked["view"]
    if text := asked.get("text"):
        assert text in [field.value for field in app.text_input]
