"""Pretraining on a text of one's own, as a person sees it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from page_actions import SLOW_MS, assert_fits_a_phone, at_rest, eventually, settle
from playwright.sync_api import Page, expect

from bertviz_core.analysis.pretraining.batch_pair import draw_sentence_pair
from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.engine import BertEngine
from bertviz_core.results import MaskedBatch
from bertviz_core.ui.pretraining.batch_choices import USUAL_PAIR_SEED, USUAL_SEED
from bertviz_core.ui.pretraining.elsewhere import sentences_elsewhere

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

TEXT = "O carteiro chegou cedo. Ele deixou uma carta na porta. A vizinha a leu em voz alta."


def batch_of(engine: BertEngine, *, seed: int = USUAL_SEED) -> MaskedBatch:
    elsewhere = sentences_elsewhere(TEXT, language="en")
    pair = draw_sentence_pair(split_sentences(TEXT), elsewhere, seed=USUAL_PAIR_SEED)
    return engine.prepare_batch(pair, seed=seed)


def assert_shown(page: Page, batch: MaskedBatch) -> None:
    """Look at what stands on the cards below the positions."""

    def stands_there() -> None:
        cards = page.locator(".batch .card").all_inner_texts()
        assert [card.split("\n", 1)[1] for card in cards] == expected(batch)

    eventually(page, stands_there)


def expected(batch: MaskedBatch) -> list[str]:
    return [
        label if action == "out" else f"{label}\n{token}"
        for label, token, action in zip(batch.encoding.labels, batch.tokens, batch.actions, strict=True)
    ]


def test_a_typed_text_becomes_a_batch_and_is_drawn_again(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page("/pretraining")
    field = page.get_by_label("Text of two to six sentences", exact=True)
    field.fill(TEXT)
    field.press("Control+Enter")
    expect(page.locator(".batch")).to_contain_text("chegou", timeout=SLOW_MS)
    settle(page)
    assert_shown(page, batch_of(mini))
    box = at_rest(page, page.locator(".batch .legend"))
    assert box["y"] + box["height"] < 720
    page.get_by_role("button", name="Roll again").click()
    page.wait_for_url(lambda url: f"seed={USUAL_SEED + 1}" in url)
    settle(page)
    rolled = batch_of(mini, seed=USUAL_SEED + 1)
    assert_shown(page, rolled)
    assert "carteiro" not in page.url
    card = page.locator(".batch .card[tabindex]").first
    card.focus()
    expect(card).to_be_focused()
    said = card.get_attribute("aria-label")
    assert said and said.startswith(rolled.encoding.labels[rolled.drawn[0]])
    assert strangers == []


def test_steps_are_taken_by_a_click(open_page: OpenPage, mini: BertEngine, strangers: list[str]) -> None:
    page = open_page(f"/pretraining?view=step&steps=2&text={quote(TEXT)}")
    loss = mini.pretraining_loss(batch_of(mini))
    expect(page.get_by_text(f"loss {loss.total:.3f}")).to_be_visible(timeout=SLOW_MS)
    page.get_by_role("button", name="Take 2 steps").click()
    result = mini.take_steps(batch_of(mini), steps=2, learning_rate=3e-5)
    expect(page.get_by_text(f"from {result.total[0]:.3f} to {result.total[2]:.3f}")).to_be_visible(
        timeout=SLOW_MS
    )
    charts = page.locator(".js-plotly-plot")
    expect(charts).to_have_count(3, timeout=SLOW_MS)
    settle(page)
    page.wait_for_url(lambda url: "taken=1" in url)
    box = at_rest(page, charts.first)
    assert box["y"] + box["height"] <= 720
    assert strangers == []


def test_both_steps_are_pictures_with_a_description(open_page: OpenPage, strangers: list[str]) -> None:
    page = open_page("/pretraining?view=idea", theme="dark")
    pictures = page.get_by_role("img", name="BERT")
    expect(pictures).to_have_count(2)

    def are_loaded() -> None:
        assert all(picture.evaluate("image => image.naturalWidth") > 400 for picture in pictures.all())

    eventually(page, are_loaded)
    page.get_by_role("radio", name="2 The loss").click()
    page.locator(".js-plotly-plot").wait_for()
    settle(page)
    assert_fits_a_phone(page, ".batch .card, .js-plotly-plot, img")
    assert strangers == []
