"""What the API says of itself: to programs, and to people."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from bertviz_core.server.api.questions import QUESTIONS


def test_every_question_is_described_for_programs(client: TestClient) -> None:
    description = client.get("/api/v1/openapi.json").json()
    assert description["openapi"].startswith("3.")
    assert set(description["paths"]) == {f"/{name}" for name in QUESTIONS}
    text = json.dumps(description)
    schemas = description["components"]["schemas"]
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= set(schemas)
    assert schemas["FillMaskBody"]["properties"]["candidates"]["maxItems"] == 100


class Page(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_lists_every_question_with_an_example(client: TestClient) -> None:
    page = Page(client.get("/api/v1/").text)
    assert page.links == ["openapi.json"]
    assert "script" not in page.tags
    for name, question in QUESTIONS.items():
        assert f"http://testserver/api/v1/{name}" in page.text
        assert json.dumps(question.example, ensure_ascii=False) in page.text


def test_an_address_is_text(client: TestClient) -> None:
    page = client.get("/<b>/api/v1/?<i>", headers={"host": "<script>"}).text
    assert "<b>" not in page
    assert "<i>" not in page
    assert "<script>" not in page


@pytest.mark.parametrize(
    ("query", "accepted", "language"), [("", "pt-BR,en", "pt"), ("", "de", "en"), ("?lang=es", "pt", "es")]
)
def test_the_page_is_in_the_language_of_the_browser(
    client: TestClient, query: str, accepted: str, language: str
) -> None:
    page = client.get(f"/api/v1/{query}", headers={"accept-language": accepted}).text
    assert f'<html lang="{language}">' in page


def test_the_address_without_its_slash_leads_there(client: TestClient) -> None:
    assert client.get("/courses/api/v1").headers["location"] == "v1/"
