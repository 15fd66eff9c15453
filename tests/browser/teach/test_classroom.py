"""A lecturer with a projector and a student with a phone, in one class."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
import urllib3
from page_actions import eventually, settle
from playwright.sync_api import Page, expect

from benchmarks.app_under_test import RunningApp
from bertviz_core.server.visitor_cookie import COOKIE

FIELD = "[data-testid=stMain] .stTextInput input, [data-testid=stMain] textarea"


@pytest.fixture
def lecturer(open_page: Callable[..., Page]) -> Page:
    page = open_page("/teach?view=classroom")
    page.get_by_role("button", name="Start a class").click()
    page.locator(".class-bar").wait_for()
    settle(page)
    return page


def code_of(lecturer: Page) -> str:
    return lecturer.locator(".class-code").inner_text()


def joined(open_page: Callable[..., Page], lecturer: Page) -> Page:
    page = open_page(f"/?class={code_of(lecturer).lower()}", locale="es-ES")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".class-bar")).to_contain_text("sigues")
    return page


def is_at(page: Page, name: str, text: str) -> None:
    def there() -> None:
        assert name in page.url
        assert text in page.locator(FIELD).evaluate_all("fields => fields.map((field) => field.value)")

    eventually(page, there)


def at_rest_together(lecturer: Page, student: Page) -> None:
    """Wait until the head that the view has opened by itself is followed too: no move is on its way then."""

    def together() -> None:
        heads = [parse_qs(urlsplit(page.url).query).get("head") for page in (lecturer, student)]
        assert heads[0] is not None and heads[0] == heads[1]

    eventually(lecturer, together)
    settle(lecturer)
    settle(student)


@pytest.mark.browser
def test_a_phone_goes_where_the_lecturer_goes_until_its_owner_types(
    open_page: Callable[..., Page], lecturer: Page
) -> None:
    student = joined(open_page, lecturer)
    assert "class=" not in student.url
    lecturer.get_by_role("link", name="Attention").click()
    settle(lecturer)
    lecturer.locator(FIELD).first.fill("The class sits in the hall")
    lecturer.locator(FIELD).first.press("Enter")
    is_at(student, "/attention", "The class sits in the hall")
    at_rest_together(lecturer, student)

    student.locator(FIELD).first.press("End")
    student.locator(FIELD).first.press_sequentially(" today")  # and what was typed is not taken away
    bar = student.locator(".class-bar")
    expect(bar).to_contain_text("por tu cuenta")
    lecturer.locator(FIELD).first.fill("Another sentence")
    lecturer.locator(FIELD).first.press("Enter")
    expect(lecturer.locator(".class-bar")).to_contain_text("1 follow")
    settle(lecturer)
    assert student.locator(FIELD).first.input_value() == "The class sits in the hall today"
    bar.get_by_role("button", name="Volver con quien enseña").click()
    is_at(student, "/attention", "Another sentence")

    for page in (student, lecturer):
        page.reload()
        page.locator(".class-bar").wait_for()
    is_at(student, "/attention", "Another sentence")
    expect(lecturer.locator(".class-bar")).to_contain_text("You lead class")
    lecturer.get_by_role("button", name="End the class").click()
    expect(bar).to_contain_text("La clase ha terminado")


@pytest.mark.browser
def test_the_class_votes_twice_and_then_sees_what_the_model_says(
    open_page: Callable[..., Page], lecturer: Page, app: RunningApp
) -> None:
    code, student = code_of(lecturer), joined(open_page, lecturer)
    lecturer.get_by_role("link", name="Masked words").click()
    ask = lecturer.locator(".class-bar").get_by_role("button", name="Ask the class")
    ask.click()
    question = student.locator(".class-question")
    question.locator("input").fill("<b onload=alert(1)>cat</b>")
    question.get_by_role("button", name="Enviar").click()
    expect(question).to_contain_text("Tu respuesta: <b onload=alert(1)>cat</b>")
    for round_ in (1, 2):
        for voter in range(5):
            vote = {"question": 1, "round": round_, "choice": "Gato" if voter else "gató"}
            cookie = {"Cookie": f"{COOKIE}={voter:032x}"}
            urllib3.request("POST", f"{app.url}/class/{code}/vote", json=vote, headers=cookie)
        steps = lecturer.locator(".class-question")
        assert student.locator("table.bars").count() == 0
        steps.get_by_role("button", name="Close the vote").click()
        steps.get_by_role("button", name="Show the answers").click()
        expect(question.locator("tbody th").first).to_have_text("Gato")
        expect(question.locator("thead th")).to_have_count(round_)  # and no word of the model's
        if round_ == 1:
            steps.get_by_role("button", name="Vote again").click()
            expect(question).to_contain_text("Segunda votación")
    steps.get_by_role("button", name="Show what the model says").click()
    expect(question.locator("thead th")).to_have_count(3)
    assert student.evaluate("document.documentElement.scrollWidth") <= 390
    with lecturer.expect_download() as saved:
        steps.get_by_role("button", name="Counts as CSV").click()
    assert "1,Gato,5" in saved.value.path().read_text(encoding="utf-8-sig")
    steps.get_by_role("button", name="Take the question away").click()
    expect(question).to_have_count(0)


@pytest.mark.browser
def test_who_is_invited_leads_too_and_an_address_typed_in_the_tab_leads_on(
    open_page: Callable[..., Page], lecturer: Page, app: RunningApp
) -> None:
    lecturer.get_by_role("button", name="Invite a co-lecturer").click()
    note = lecturer.locator(".class-bar .note")
    expect(note).to_contain_text("#")
    link = note.inner_text().split()[-1].removeprefix(app.url)
    assert "?" not in link  # nothing of it reaches a server's log
    other = open_page(link)
    expect(other.locator(".class-bar")).to_contain_text("You lead class")
    other.wait_for_url("**/teach*")
    assert "lead=" not in other.url
    lecturer.goto(f"{app.url}/history")
    other.wait_for_url("**/history*")
    assert lecturer.url.endswith("/history")
