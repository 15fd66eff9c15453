"""Fine-tuning: how long a small task takes, beside a plain Trainer, and what other visitors feel of it."""

from __future__ import annotations

import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from benchmarks.app_under_test import PATIENCE_S, ROOT, RunningApp, browser, running_app
from benchmarks.measurement import Measurement
from bertviz_core.jobs.run_store import run_store
from bertviz_core.jobs.start_worker import submit
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.results import LearningSettings
from bertviz_core.settings import get_settings
from bertviz_core.training.data.samples import sample_data

SAMPLE = "spam"
ROUNDS, EPOCHS = 3, 1
ANSWERS = 25
LONG_RUN = LearningSettings(epochs=100)
_WORDS = "casa mesa noche ciudad camino tiempo vida puerta libro agua mano calle".split()


def measure() -> Iterator[Measurement]:
    """Fine-tune on the spam sample by itself, against a plain Trainer, and beside another visitor."""
    yield spam_minutes()
    yield throughput()
    yield others_latency()


def spam_minutes() -> Measurement:
    """Fine-tune all weights on the spam sample from the command line, measuring beside baselines included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "spam.csv"
        with file.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.writer(lines)
            writer.writerow(("text", "label"))
            examples = sample_data(SAMPLE).data.examples
            writer.writerows((getattr(e, "text", ""), getattr(e, "label", "")) for e in examples)
        command = ["finetune", "--data", str(file), "--text-column", "text", "--label-column", "label"]
        start = time.perf_counter()
        scores = _run("bertviz_core", *command, "--mode", "full", "--output", f"{folder}/model", "--json")
        seconds = time.perf_counter() - start
    return Measurement(
        name="finetune.spam_minutes",
        value=seconds / 60,
        unit="min",
        better="lower",
        against=f"all weights of mini on {scores['rows']} rows, from the start of the process to the scores: "
        f"accuracy {scores['accuracy']:.3f}, TF-IDF {scores['tfidf']:.3f}, majority {scores['majority']:.3f}",
    )


def throughput() -> Measurement:
    """Fine-tune in turn with a plain Trainer and with the project's lesson, and compare examples a second."""
    bare, own = [], []
    for _ in range(ROUNDS):
        bare.append(_pace(_run("benchmarks.bare_trainer", str(BUNDLED_FOLDER), SAMPLE, str(EPOCHS))))
        own.append(_pace(_run("benchmarks.our_fine_tuning", SAMPLE, str(EPOCHS))))
    return Measurement(
        name="finetune.throughput_vs_trainer",
        value=statistics.median(own) / statistics.median(bare),
        unit="ratio",
        better="higher",
        against=f"examples a second of a bare Trainer that neither validates nor saves "
        f"({statistics.median(bare):.1f}/s), medians of {ROUNDS}",
    )


def others_latency() -> Measurement:
    """Let another visitor fill blanks while nothing and while something is learned."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"BERTSCOPE_DATA_FOLDER": folder, "BERTSCOPE_WORKER_IDLE_S": "1"}
        get_settings.cache_clear()
        with browser() as chromium, running_app() as app:
            app.wait_until_healthy()
            page = _first_answer(app, chromium)
            idle = statistics.median(_answer_s(page, app, number) for number in range(ANSWERS))
            run = run_store().create(
                sample_data("film_reviews").data, model="mini", revision=None, settings=LONG_RUN, owner=""
            )
            submit(run.id)
            try:
                _wait_until_learning(run.id)
                busy = statistics.median(_answer_s(page, app, ANSWERS + number) for number in range(ANSWERS))
                _wait_until_learning(run.id)  # it still does
            finally:
                run_store().delete(run.id)
                time.sleep(10)  # the worker sees it after its step, and ends
    return Measurement(
        name="finetune.others_latency_ratio",
        value=busy / idle,
        unit="ratio",
        better="lower",
        against=f"page opened with a new text to its bars drawn, medians of {ANSWERS}: idle {idle:.2f} s",
    )


def _run(module: str, *arguments: str) -> dict[str, float]:
    """Run a module in a process of its own and return the document that it prints last."""
    command = [sys.executable, "-m", module, *arguments]
    printed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    document: dict[str, float] = json.loads(printed.strip().splitlines()[-1])
    return document


def _pace(timed: dict[str, float]) -> float:
    return timed["examples"] / timed["seconds"]


def _first_answer(app: RunningApp, chromium: Browser) -> Page:
    page = chromium.new_page()
    _answer_s(page, app, -1)
    return page


def _answer_s(page: Page, app: RunningApp, number: int) -> float:
    """Open the page of masked words with a text that nobody asked before, until its bars are drawn."""
    word, other = _WORDS[number % len(_WORDS)], _WORDS[number // len(_WORDS)]
    text = f"La {word} y la {other} número {number} están en el [MASK]"
    start = time.perf_counter()
    page.goto(f"{app.url}/masked_words?{urlencode({'text': text})}", wait_until="commit")
    page.locator(".js-plotly-plot .bars path").first.wait_for(timeout=PATIENCE_S * 1000)
    return time.perf_counter() - start


def _wait_until_learning(run_id: str) -> None:
    deadline = time.perf_counter() + PATIENCE_S
    while time.perf_counter() < deadline:
        status = run_store().status(run_id)
        if status.phase == "running" and status.step > 1:
            return
        if not status.open:
            raise RuntimeError(f"The run ended too early: {status}")
        time.sleep(0.2)
    raise RuntimeError("The run does not begin.")
