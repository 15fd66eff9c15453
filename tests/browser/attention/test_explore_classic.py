"""BertViz's views as a person sees them, and what cannot get out of their frame."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pytest
from page_actions import DRAWN, drawn, eventually, settle, tall
from playwright.sync_api import Browser, Frame, Locator, Page, expect

from bertviz_core.components.classic.document import ClassicWords, head_document, model_document
from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "Mi hermana lee un libro <b>"
HOSTILE = "</script><img src=x onerror=alert(1)>"
WORDS = ClassicWords(
    layer="Layer",
    layers="Layers",
    head="Head",
    heads="Heads",
    attention="Attention",
    both="Both sentences",
    first="Sentence A",
    second="Sentence B",
)
# Opacity and colour of what is drawn: lines that nobody could see would pass a count.
SEEN_LINES = """() => [...document.querySelectorAll('svg line')]
  .filter((line) => line.getAttribute('stroke-opacity') > 0.02 && line.getAttribute('stroke')).length"""


def inside(page: Page) -> Frame:
    """Return what runs in BertViz's frame, once it has drawn."""
    element = page.locator("iframe[sandbox]").element_handle()
    frame = element.content_frame()
    assert frame
    frame.wait_for_selector("svg line", state="attached")
    return frame


def fits_what_it_shows(frame: Frame, box: Locator) -> None:
    needed = frame.evaluate("document.documentElement.offsetHeight")
    assert needed > 100
    assert box.evaluate("box => getComputedStyle(box).height") == f"{needed}px"


def tokens_shown(frame: Frame) -> list[str]:
    return frame.locator("#left text").all_text_contents()


def test_opened_by_a_click_both_views_are_drawn_without_the_world(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page(f"/attention?text={quote(SENTENCE)}")
    dialogs: list[object] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog), dialog.dismiss()))
    drawn(page)
    assert page.locator("iframe[sandbox]").count() == 0
    page.get_by_text("Classic BertViz").click()
    maps = mini.attention(SENTENCE)
    n = len(maps.encoding)
    lines = page.frame_locator("iframe[sandbox]").locator("svg line")
    expect(lines).to_have_count(12 * n * n)
    frame = inside(page)
    assert frame.evaluate(SEEN_LINES) > n
    assert tokens_shown(frame) == list(maps.encoding.labels)
    settle(page)
    page.get_by_text("Model view", exact=True).click()
    page.wait_for_function("location.search.includes('classic=model')")
    expect(lines).to_have_count(144 * n * n)  # of another frame: it is put there after the address is changed
    frame = inside(page)
    assert frame.evaluate(SEEN_LINES) > 144 * n / 2
    frame.evaluate(
        "document.querySelectorAll('svg > g > rect:last-child')[14].dispatchEvent(new Event('click'))"
    )
    expect(frame.locator("text.detail")).to_have_text("Layer 2, Head 3")
    expect(frame.locator("text.token").nth(n - 1)).to_be_attached()
    assert frame.locator("text.token").all_text_contents()[:n] == list(maps.encoding.labels)
    assert strangers == [] and dialogs == []


@pytest.mark.parametrize("view", ["head", "model"])
def test_it_is_black_on_white_in_the_dark_theme_too_and_as_high_as_what_it_shows(
    open_page: OpenPage, view: str
) -> None:
    page = open_page(f"/attention?classic={view}&text={quote(SENTENCE)}", theme="dark")
    frame = inside(page)
    assert frame.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert frame.evaluate("getComputedStyle(document.querySelector('svg text')).fill") == "rgb(0, 0, 0)" or (
        view == "head" and frame.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    )
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        frame = inside(page)
        box = page.locator("iframe[sandbox]")
        box.scroll_into_view_if_needed()

        def as_high(frame: Frame = frame, box: Locator = box, width: int = width) -> None:
            fits_what_it_shows(frame, box)
            assert page.evaluate("document.documentElement.scrollWidth") <= width

        eventually(page, as_high)


def test_a_link_opens_the_same_view_which_reaches_neither_the_app_nor_the_network(
    open_page: OpenPage,
) -> None:
    page = open_page(f"/attention?classic=head&classic_layer=5&text={quote(SENTENCE)}")
    frame = inside(page)
    assert frame.evaluate("document.querySelector('#layer').value") == "5"
    for forbidden in (
        "parent.document.title",
        "document.cookie",
        "localStorage.length",
        "top.location = '/'",
    ):
        refused = frame.evaluate(f"() => {{ try {{ {forbidden}; return false }} catch {{ return true }} }}")
        assert refused, forbidden
    for attempt, rule in (
        ("fetch('/_stcore/health').catch(() => 0)", "connect-src"),
        ("new Image().src = 'https://example.org/x.png'", "img-src"),
        (
            "document.body.append(Object.assign(document.createElement('script'), {src: '/x.js'}))",
            "script-src-elem",
        ),
    ):
        broken = (
            f"(done) => {{ addEventListener('securitypolicyviolation', done, {{ once: true }}); {attempt} }}"
        )
        assert frame.evaluate(f"new Promise({broken}).then((event) => event.effectiveDirective)") == rule


def test_only_the_frame_itself_says_how_high_it_is(open_page: OpenPage) -> None:
    page = open_page(f"/attention?classic=head&text={quote(SENTENCE)}")
    frame = inside(page)
    box = page.locator("iframe[sandbox]")
    box.scroll_into_view_if_needed()
    eventually(page, lambda: fits_what_it_shows(frame, box))
    before = tall(page, box)
    page.evaluate("window.postMessage({ classicHeight: 3000 }, '*')")
    frame.evaluate(
        "for (const odd of ['3000', NaN, null, {}]) parent.postMessage({ classicHeight: odd }, '*')"
    )
    frame.evaluate("parent.postMessage(null, '*')")
    assert tall(page, box) == before
    frame.evaluate("parent.postMessage({ classicHeight: 1e9 }, '*')")

    def grown() -> None:
        after = box.bounding_box()
        assert after and before[0] < after["height"] <= 4000

    eventually(page, grown)


@pytest.mark.parametrize("view", ["head", "model"])
def test_a_hostile_token_is_text_even_without_a_frame(chromium: Browser, view: str) -> None:
    tokens = [HOSTILE, "<!--<script>", "b", "\u2028alert(2)", "'\"];alert(3);//"]
    n = len(tokens)
    weights = np.full((2, 3, n, n), 1 / n, dtype=np.float32)
    if view == "head":
        document = head_document(weights[0], tokens, layer=0, second_from=2, words=WORDS)
    else:
        document = model_document(weights, tokens, second_from=2, words=WORDS)
    page = chromium.new_page()
    alarms: list[object] = []
    page.on("dialog", lambda dialog: (alarms.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: alarms.append(error))
    page.on("request", lambda request: alarms.append(request.url))
    page.set_content(document.html)
    page.wait_for_selector("svg line", state="attached")
    if view == "model":
        page.locator("svg > g > rect:last-child").first.dispatch_event("click")
    shown = page.locator("#left text, text.token")
    expect(shown.nth(n - 1)).to_be_attached()
    assert shown.all_text_contents()[:n] == tokens
    page.evaluate(DRAWN)
    assert page.locator("img").count() == 0
    assert alarms == []
    page.close()


def test_the_policy_stops_what_the_escaping_would_miss(chromium: Browser) -> None:
    weights = np.full((2, 2, 2), 0.5, dtype=np.float32)
    document = head_document(weights, ["a", "b"], layer=0, second_from=None, words=WORDS)
    attack = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    for html, expected in (
        (document.html.replace("Content-Security-Policy", "x-nothing"), ["1", "2"]),
        (document.html, []),
    ):
        page = chromium.new_page()
        alarms: list[object] = []
        page.on("dialog", lambda dialog, to=alarms: (to.append(dialog.message), dialog.dismiss()))
        # Ends when all is loaded: the picture that is not there has failed then.
        page.set_content(html.replace("<body>", f"<body>{attack}"))
        page.wait_for_selector("svg line", state="attached")

        def has_happened(alarms: list[object] = alarms, expected: list[str] = expected) -> None:
            assert sorted(map(str, alarms)) == expected

        eventually(page, has_happened)
        page.close()
