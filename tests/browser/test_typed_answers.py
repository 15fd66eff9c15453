"""What is typed is answered in the browser with every key, in the place of the server's answer."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from page_actions import answered
from playwright.sync_api import Locator, Page, expect

from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import ENGLISH_NUMBERS

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
BLANKS = "The <b>dog</b> ___ at [mask] all night."
ONE_BLANK = "She put her [MASK] in the bank yesterday."
SHORT = "The bank was muddy."
FIRST, SECOND = "The dog was ill.", "We took it to the vet."


def begin(page: Page, drawn: str = ".js-plotly-plot .bartext") -> None:
    page.locator(drawn).first.wait_for()
    page.locator(".st-key-answers_while_typing button").click()
    state(page, "server").wait_for()


def state(page: Page, name: str) -> Locator:
    return page.locator(f".st-key-answers_while_typing button[data-state={name}]")


def test_blanks_follow_the_keys(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/masked_words?text={quote('The [MASK] of the river.')}&top_k=5")
    begin(page)
    runs = page.evaluate("window.runs.begun")
    field = page.get_by_label("Sentence with [MASK] or ___ where a word is missing", exact=True)
    before = field.bounding_box()
    field.fill(BLANKS)
    state(page, "here").wait_for()
    after = field.bounding_box()
    # The hint to press Enter takes no room of it.
    assert before and after and before["width"] == after["width"]
    masks = mini.fill_mask(BLANKS, top_k=5).masks
    expect(page.locator(".typed .word")).to_have_text(
        [one.token for mask in masks for one in mask.predictions]
    )
    written = [ENGLISH_NUMBERS.probability(one.probability) for mask in masks for one in mask.predictions]
    expect(page.locator(".typed .number")).to_have_text(written)
    expect(page.locator(".js-plotly-plot").first).to_be_hidden()
    chips = page.locator(".st-key-hidden_chips")
    expect(chips).to_have_css("pointer-events", "none")  # they are words of the former text
    assert page.evaluate("window.runs.begun") == runs
    with answered(page):
        field.press("Enter")
    state(page, "server").wait_for()
    expect(page.locator(".typed")).to_be_hidden()
    expect(chips).to_have_css("pointer-events", "auto")
    expect(page.locator(".js-plotly-plot .bartext").locator("visible=true")).to_have_text(written)
    page.evaluate("localStorage.clear()")  # of a browser that another test goes on with


def test_a_pair_follows_the_keys(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/next_sentence?first={quote(FIRST)}&second={quote('It rained.')}")
    begin(page)
    field = page.get_by_label("Sentence B", exact=True)
    field.fill(SECOND)
    state(page, "here").wait_for()
    written = ENGLISH_NUMBERS.probability(mini.next_sentence(FIRST, SECOND).is_next)
    expect(page.locator(".typed h3")).to_contain_text(f"probability {written}")
    expect(page.locator(".typed .number")).to_have_text(written)
    with answered(page):
        field.press("Enter")
    state(page, "server").wait_for()
    expect(page.locator(".js-plotly-plot .bartext").locator("visible=true")).to_have_text(written)
    page.evaluate("localStorage.clear()")  # of a browser that another test goes on with


def test_surprise_comes_word_by_word(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/masked_words?view=surprise&text={quote('The bank.')}")
    begin(page)
    field = page.get_by_label("Sentence with [MASK] or ___ where a word is missing", exact=True)
    field.fill(SHORT)
    answer = mini.pseudo_log_likelihood(SHORT)
    numbers = [ENGLISH_NUMBERS.number(word.surprise, 1) for word in answer.words]
    expect(page.locator(".typed .number")).to_have_text(numbers)
    expect(page.locator(".typed .totals")).to_contain_text(
        f"perplexity {ENGLISH_NUMBERS.number(answer.perplexity, 1)}"
    )
    with answered(page):
        field.press("Enter")
    state(page, "server").wait_for()
    expect(page.locator(".js-plotly-plot .bartext").locator("visible=true")).to_have_text(numbers)
    page.evaluate("localStorage.clear()")  # of a browser that another test goes on with


def test_each_side_of_a_blank_follows_the_keys(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/masked_words?view=directions&text={quote('El perro [MASK] en la calle.')}")
    begin(page)
    field = page.get_by_label("Sentence with [MASK] or ___ where a word is missing", exact=True)
    field.fill(ONE_BLANK)
    state(page, "here").wait_for()
    answers = mini.fill_mask_by_direction(ONE_BLANK, top_k=8)
    words = [
        one.token for way in ("left", "right", "joined", "both") for one in getattr(answers, way).predictions
    ]
    expect(page.locator(".typed .word")).to_have_text(words)
    sentence = page.locator(".typed h3").inner_text()
    with answered(page):
        field.press("Enter")
    state(page, "server").wait_for()
    expect(page.get_by_role("heading", level=3, name=sentence, exact=True)).to_be_visible()
    page.evaluate("localStorage.clear()")  # of a browser that another test goes on with


def test_a_layer_by_hand_follows_the_keys(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/inside?view=by_hand&of=sentence&layer=3&head=5&step=10&text={quote(FIRST)}")
    begin(page, ".by-hand .result")
    page.get_by_label("All numbers").check()
    field = page.get_by_label("Sentence", exact=True)
    field.fill(SHORT)
    state(page, "here").wait_for()
    result = page.locator(".by-hand .result")
    steps = mini.layer_steps(SHORT, layer=2)
    expect(result.locator("tbody tr")).to_have_count(len(steps.encoding))
    row = [
        float(text.replace("−", "-"))
        for text in result.locator("tbody tr").nth(2).locator("td").all_inner_texts()
    ]
    assert row == pytest.approx(steps.contexts[4, 2].tolist(), abs=6e-4)
    line = page.locator(".by-hand .line").inner_text()
    with answered(page):
        field.press("Enter")
    state(page, "server").wait_for()
    expect(page.locator(".by-hand .line")).to_have_text(line)
    page.evaluate("localStorage.clear()")  # of a browser that another test goes on with
