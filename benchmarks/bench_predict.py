"""What a visitor waits for on the masked words page, and what batching gains where every token is hidden."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from functools import partial

import torch
from playwright.sync_api import Page
from transformers import AutoModelForMaskedLM, AutoTokenizer

import bertviz_core
from benchmarks.app_under_test import RunningApp, browser, running_app
from benchmarks.bench_engine import BUNDLED, WORDS, seconds
from benchmarks.measurement import Measurement

TOKENS = 60
SENTENCES = 4
"""Sentences scored both ways, the first one to warm up and to see that the answers agree."""

PATIENCE_MS = 60_000
CLICKS = 9

# From the click itself to a frame that shows bars of another blank, clocks read in the page.
CLICK = """async (number) => {
  const bars = () => [...document.querySelectorAll('.js-plotly-plot .bars path')];
  const words = () => [...document.querySelectorAll('.js-plotly-plot .ytick text')].map((t) => t.textContent);
  const shown = () => JSON.stringify([words(), bars().map((bar) => bar.getAttribute('d'))]);
  const frame = () => new Promise(requestAnimationFrame);
  const before = shown(), start = performance.now();
  document.querySelectorAll('.st-key-hidden_chips button')[number].click();
  while (!bars().length || shown() === before) await frame();
  await frame();
  return (performance.now() - start) / 1000;
}"""
IDLE = "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"


def measure() -> Iterator[Measurement]:
    """Score sentences in batches and one by one; then click on words in a browser."""
    yield pll_speedup()
    with running_app() as app, browser() as chromium:
        app.wait_until_healthy()
        yield bars(app, chromium.new_page())


def pll_speedup() -> Measurement:
    """Score sentences by the engine and by a loop of one's own over plain transformers, in turns."""
    engine = bertviz_core.load_engine("mini")
    tokenizer = AutoTokenizer.from_pretrained(BUNDLED)
    plain = AutoModelForMaskedLM.from_pretrained(
        BUNDLED, dtype=torch.float32, use_safetensors=True, trust_remote_code=False
    ).eval()

    def loop(text: str) -> float:
        ids = tokenizer(text, return_tensors="pt")["input_ids"]
        total = 0.0
        for place in range(1, ids.shape[1] - 1):
            copy = ids.clone()
            copy[0, place] = tokenizer.mask_token_id
            with torch.inference_mode():
                scores = plain(input_ids=copy).logits[0, place].log_softmax(-1)
            total += float(scores[ids[0, place]])
        return total

    first, *others = sentences(engine)
    difference = abs(loop(first) - engine.pseudo_log_likelihood(first).total)
    ratios = []
    for text in others:
        one_by_one = seconds(partial(loop, text))
        ratios.append(one_by_one / seconds(partial(engine.pseudo_log_likelihood, text)))
    return Measurement(
        name="predict.pll_speedup",
        value=statistics.median(ratios),
        unit="ratio",
        better="higher",
        against=f"a loop over plain transformers, one pass a token, {TOKENS} tokens; "
        f"median of {len(ratios)} sentences, in turns; totals differ by {difference:.1e} nats",
    )


def sentences(engine: bertviz_core.BertEngine) -> list[str]:
    """Make different sentences of exactly so many tokens, special ones included."""
    made = []
    for start in range(SENTENCES):
        words: list[str] = []
        while len(engine.encode(" ".join([*words, "y"]))) < TOKENS:
            words.append(WORDS[(start + len(words) * (1 + start)) % len(WORDS)])
        made.append(" ".join([*words, "y"]))
    return made


def bars(app: RunningApp, page: Page) -> Measurement:
    """Hide one word after the other of a sentence, the model loaded before."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{app.url}/masked_words?text=La capital de Francia es París y la de Portugal es [MASK]")
    page.locator(".js-plotly-plot .bars path").first.wait_for()
    waited = []
    for number in range(CLICKS + 1):
        page.wait_for_function(IDLE)
        waited.append(page.evaluate(CLICK, number))
    return Measurement(
        name="predict.bars_s",
        value=statistics.median(waited[1:]),
        unit="s",
        better="lower",
        against="click on a word to the bars with it hidden, `mini` loaded; "
        f"median of {CLICKS}, slowest {max(waited[1:]):.2f} s",
    )
