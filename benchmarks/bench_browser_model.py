"""The bundled model in the browser: is it the same model, and how soon is a key answered?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise

import bertviz_core
from benchmarks.app_under_test import browser, running_app
from benchmarks.attention_page import AttentionPage
from benchmarks.bench_attention import text_of
from benchmarks.browser_model_in_node import Pair, compare, read_texts
from benchmarks.measurement import Measurement
from benchmarks.strange_texts import strange_texts
from benchmarks.typing_page import TypingPage
from bertviz_core.errors import InputError
from bertviz_core.models.catalogue import BUNDLED_FOLDER
from bertviz_core.samples.sets import cloze_sentences, sense_sentences, sentence_pairs

SENTENCES = 500
STRANGE = 20_000
LENGTHS = {16: 80, 32: 120, 64: 200}
"""Tokens, and the milliseconds from key to picture that are allowed."""
KEYS = 30
FAST = "The quick brown fox jumps over the lazy dog and runs away"


def measure() -> Iterator[Measurement]:
    """Compare in Node, then type in a browser."""
    engine = bertviz_core.load_engine("mini")
    for kernel in ("encoder.wasm", "encoder-relaxed.wasm"):
        far = compare(engine, sentences(), kernel=kernel)
        against = f"the engine, {SENTENCES} sentences in three languages, {kernel}"
        name = kernel.removesuffix(".wasm").replace("-", "_")
        for what in ("attention", "probabilities", "states"):
            yield Measurement(
                name=f"browser_model.{name}_{what}_1e6",
                value=getattr(far, what) * 1e6,
                unit="largest difference, millionths",
                better="lower",
                against=against,
            )
        yield Measurement(
            name=f"browser_model.{name}_same_first",
            value=far.same_first,
            unit="share",
            better="higher",
            against=against,
        )
    yield Measurement(
        name="browser_model.strange_texts_read_otherwise",
        value=read_otherwise(engine),
        unit="texts",
        better="lower",
        against=f"ids and characters that the engine gives for {STRANGE} texts",
    )
    yield from in_browser({n: text_of(engine, n) for n in LENGTHS})


def sentences() -> list[Pair]:
    """Return sentences and pairs of the samples, of all three languages alike."""
    found: list[Pair] = [(cloze.sentence, None) for cloze in cloze_sentences()]
    found += [(pair.first, pair.second) for pair in sentence_pairs()]
    found += [(sense.sentence, None) for sense in sense_sentences()]
    step = len(found) / SENTENCES
    return [found[int(i * step)] for i in range(SENTENCES)]


def read_otherwise(engine: bertviz_core.BertEngine) -> int:
    """Count the texts that the tokenizer in JavaScript reads in another way than the engine."""
    vocabulary = (BUNDLED_FOLDER / "vocab.txt").read_text(encoding="utf-8").splitlines()
    texts = list(strange_texts(STRANGE, vocabulary))
    wrong = 0
    for (text, pair), found in zip(texts, read_texts(texts), strict=True):
        if found is None:
            continue
        try:
            encoding = engine.encode(text, (pair or "").strip() or None)
        except InputError:
            wrong += 1
            continue
        same = found["ids"] == encoding.ids.tolist() and found["spans"] == encoding.spans.tolist()
        wrong += not (same and found["surfaces"] == list(encoding.surfaces))
    return wrong


def in_browser(texts: dict[int, str]) -> Iterator[Measurement]:
    """Type texts of some lengths, and send the same ones to the server."""
    with running_app() as app:
        app.wait_until_ready()
        with browser() as chromium:
            server = AttentionPage(chromium, app.url)
            asked = {n: (server.submit(text).seconds or 0) * 1000 for n, text in texts.items()}
        with browser() as chromium:
            page = TypingPage(chromium, app.url)
            yield Measurement(
                name="browser_model.load_first_s",
                value=page.load(),
                unit="s",
                better="lower",
                against="from the click to the first answer that is possible, downloaded from this machine",
            )
            for n, most in LENGTHS.items():
                typed = page.type_keys(texts[n], KEYS)
                yield Measurement(
                    name=f"browser_model.key_to_picture_{n}_ms",
                    value=typed.median,
                    unit="ms",
                    better="lower",
                    against=f"at most {most}; key to all heads painted, median of {KEYS}, of which computing "
                    f"{sorted(typed.computing)[KEYS // 2]:.0f}; the server from Enter, once: {asked[n]:.0f}",
                )
            shown = page.type_fast(FAST, 100)
            yield Measurement(
                name="browser_model.older_answers_shown",
                value=sum(later < earlier for earlier, later in pairwise(shown)),
                unit="answers",
                better="lower",
                against=f"ten keys a second, {len(FAST)} keys, {len(shown)} answers shown",
            )
            yield Measurement(
                name="browser_model.tab_mb",
                value=page.memory_mb(),
                unit="MB",
                better="lower",
                against="at most 400; memory of the renderer processes after all of that",
            )
            yield Measurement(
                name="browser_model.first_answer_cached_s",
                value=page.first_answer_after_reload(),
                unit="s",
                better="lower",
                against="at most 1.5; page opened anew, from where loading begins to the first answer",
            )


def only_browser() -> Iterator[Measurement]:
    """Measure in the browser alone."""
    engine = bertviz_core.load_engine("mini")
    return in_browser({n: text_of(engine, n) for n in LENGTHS})


if __name__ == "__main__":
    for line in only_browser() if os.environ.get("ONLY_BROWSER") else measure():
        print(f"{line.name:50} {line.value:10.3f} {line.unit:20} {line.against}", flush=True)
