"""What a script run costs the server beside the forward pass: processor time, view by view."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch

import bertviz_core
from benchmarks.app_under_test import RunningApp, running_app
from benchmarks.measurement import Measurement
from benchmarks.streamlit_visitor import Visitor, visitor

ROUNDS, WARM = 30, 3
QUIET_S = 2.0
ENVIRONMENT = {"BERTSCOPE_TORCH_THREADS": "1", "STREAMLIT_RUNNER_POST_SCRIPT_GC": "false"}
"""One thread, so that the time of a pass is its own; no collection after each run, which hides all else."""

WORDS = (
    "agua casa mesa libro noche ciudad camino tiempo vida puerta mano calle niño puente montaña banco "
    "dinero padre madre tren perro barco playa cocina ventana abuela pueblo semana mundo historia"
).split()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One view of the app, and how a visitor asks it something else."""

    name: str
    """As it stands in the names of measurements."""
    page: str
    """Path and parameters that open it."""
    field: str | None = None
    """Session key of the text field whose text is another one each time."""
    frame: str = "{}"
    """What is written into the field, around eight words."""


VIEWS = (
    View(name="home", page=""),
    *(
        View(name=f"attention_{view}", page=f"attention?view={view}", field="attention_text")
        for view in ("explore", "heads", "flow", "query_key", "off")
    ),
    *(
        View(name=f"masked_words_{view}", page=f"masked_words?view={view}", field="masked_text", frame=frame)
        for view, frame in (
            ("fill", "{} [MASK]."),
            ("compare", "{} [MASK]."),
            ("directions", "{} [MASK]."),
            ("layers", "{} [MASK]."),
            ("why", "{} [MASK]."),
            ("surprise", "{}"),
        )
    ),
    View(name="next_sentence_pair", page="next_sentence?view=pair", field="next_first"),
    View(name="next_sentence_rank", page="next_sentence?view=rank", field="rank_first"),
    View(
        name="next_sentence_order",
        page="next_sentence?view=order",
        field="order_text",
        frame="{}. El perro duerme en casa. La noche es muy larga. Mi padre lee un libro.",
    ),
    View(name="next_sentence_why", page="next_sentence?view=why", field="next_first"),
    *(
        View(
            name=f"words_{view}",
            page=f"words?view={view}",
            field="words_lines_",
            frame="{} banco\nMe siento en el banco del parque | asiento\nEl banco abre a las ocho | dinero\n"
            "El banco de madera es verde | asiento\nPido dinero al banco | dinero",
        )
        for view in ("map", "layers", "neighbours", "geometry")
    ),
    View(name="words_path", page="words?view=path", field="path_first"),
    View(
        name="words_sentences",
        page="words?view=sentences",
        field="sentence_vectors_lines",
        frame="{}\nEl perro duerme en casa\nEl gato duerme en la cocina\nEl tren sale a las ocho",
    ),
    View(name="words_tagging", page="words?view=tagging"),
    *(
        View(name=f"inside_{view}", page=f"inside?view={view}{more}", field="inside_text")
        for view, more in (("input", ""), ("by_hand", "&of=sentence"), ("masks", ""), ("positions", ""))
    ),
    View(name="inside_network", page="inside?view=network"),
    *(
        View(
            name=f"pretraining_{view}",
            page=f"pretraining?view={view}",
            field="pretraining_text",
            frame="{}. El perro duerme en casa.",
        )
        for view in ("batch", "loss", "step")
    ),
    View(name="pretraining_idea", page="pretraining?view=idea"),
    *(
        View(name=f"history_{view}", page=f"history?view={view}")
        for view in ("train", "vectors", "occurrences")
    ),
    *(
        View(name=f"fine_tuning_{view}", page=f"fine_tuning?view={view}")
        for view in ("data", "learn", "results", "ask", "before_after", "runs")
    ),
    *(View(name=f"teach_{view}", page=f"teach?view={view}") for view in ("tours", "own")),
    *(
        View(name=f"about_{view}", page=f"about?view={view}")
        for view in ("cloze", "next_sentence", "senses", "classes", "held_out")
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one rerun takes on average."""

    cpu_ms: float
    wall_ms: float
    messages: float
    bytes: float
    runs: float


def measure() -> Iterator[Measurement]:
    """Look at every view of a server of its own, one tab after the other."""
    yield pass_alone()
    with running_app(ENVIRONMENT) as app:
        app.wait_until_healthy()
        warm(app)
        for view in VIEWS:
            yield from costs(app, view)


def warm(app: RunningApp) -> None:
    """Let the server load its model and what it imports beside its first page."""
    with visitor(app.url, "attention") as tab:
        tab.rerun()
    quiet_since = now = time.perf_counter()
    while now - quiet_since < QUIET_S:
        before = app.cpu_seconds()
        time.sleep(0.2)
        now = time.perf_counter()
        if app.cpu_seconds() - before > 0.02:
            quiet_since = now


def costs(app: RunningApp, view: View, rounds: int = ROUNDS) -> Iterator[Measurement]:
    """Measure a view unchanged, and asked about other texts."""
    with visitor(app.url, view.page) as tab:
        tab.rerun()
        unchanged = cost(app, tab, None, rounds)
        yield as_measurement(view, unchanged, "unchanged", "a rerun in which nothing changed")
        if view.field:
            other = cost(app, tab, view, rounds)
            yield as_measurement(view, other, "other_text", "eight other words, the forward pass in it")


def cost(app: RunningApp, tab: Visitor, view: View | None, rounds: int) -> Cost:
    """Rerun again and again, with another text each time if a view is given, and take the mean."""
    draw = random.Random(view.name if view else 0)
    words = [" ".join(draw.sample(WORDS, 8)) for _ in range(rounds + WARM)]
    texts = [{view.field: view.frame.format(text)} if view and view.field else {} for text in words]
    for text in texts[:WARM]:
        tab.rerun(**text)
    start, before = time.perf_counter(), app.cpu_seconds()
    seen = [tab.rerun(**text) for text in texts[WARM:]]
    wall = time.perf_counter() - start
    if errors := {error for one in seen for error in one.errors}:
        raise RuntimeError(f"The page says: {errors}")
    return Cost(
        cpu_ms=1000 * (app.cpu_seconds() - before) / rounds,
        wall_ms=1000 * wall / rounds,
        messages=sum(one.messages for one in seen) / rounds,
        bytes=sum(one.bytes for one in seen) / rounds,
        runs=sum(one.runs for one in seen) / rounds,
    )


def as_measurement(view: View, found: Cost, kind: str, what: str) -> Measurement:
    """Say what it took."""
    return Measurement(
        name=f"runs.{view.name}_{kind}_ms",
        value=found.cpu_ms,
        unit="ms",
        better="lower",
        against=f"processor time of the server, {what}; {found.wall_ms:.0f} ms until the script is through, "
        f"{found.runs:.1f} runs, {found.messages:.0f} messages, {found.bytes / 1000:.0f} kB",
    )


def pass_alone() -> Measurement:
    """Time a forward pass with attentions of eight words, on one thread."""
    engine = bertviz_core.load_engine("mini")
    draw = random.Random(1)
    texts = [" ".join(draw.sample(WORDS, 8)) for _ in range(ROUNDS + WARM)]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        for text in texts[:WARM]:
            engine.attention(text)
        before = time.process_time()
        for text in texts[WARM:]:
            engine.attention(text)
        seconds = time.process_time() - before
    finally:
        torch.set_num_threads(threads)
    return Measurement(
        name="runs.forward_pass_ms",
        value=1000 * seconds / ROUNDS,
        unit="ms",
        better="lower",
        against="processor time of engine.attention, eight words, one thread: what each other text takes",
    )
