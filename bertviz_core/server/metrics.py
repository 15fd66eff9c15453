"""What the process counts of itself, for Prometheus; never a text, an address or a visitor."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bertviz_core.analysis.passes.observed import Event

Measure = Callable[[], float]

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_INPUTS = (1, 2, 3, 4, 6, 8, 12, 16, 32)


class Metrics:
    """Counters of one process."""

    def __init__(self, gauges: Iterable[tuple[str, str, Measure]] = ()) -> None:
        """Begin at zero.

        Args:
            gauges: Name, meaning and what measures it when somebody reads; one that fails is left out.
        """
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, processor time, open files
        self.registry.register(_Gauges(tuple(gauges)))
        self._questions = Counter(
            "bertscope_questions",
            "Questions that need forward passes, by the page or the question of the API that asked; "
            "cached: the pass was kept from an earlier question",
            ("asked_by", "cached"),
            registry=self.registry,
        )
        self._batches = Histogram(
            "bertscope_batch_inputs",
            "Inputs run together in one forward pass",
            buckets=_INPUTS,
            registry=self.registry,
        )
        self._seconds = Histogram(
            "bertscope_stage_seconds",
            "Seconds of a stage: wait (in line for a pass), pass (the network computes), page (it is drawn)",
            ("stage",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._pages = Counter("bertscope_pages", "Pages drawn, by page", ("page",), registry=self.registry)
        self._answers = Counter(
            "bertscope_api_answers",
            "Answers of the JSON API, by question and status",
            ("question", "status"),
            registry=self.registry,
        )

    def observe(self, asked_by: str, event: Event, amount: float) -> None:
        """Count what a forward pass tells; an observer of `analysis.passes.observed`."""
        match event:
            case "kept" | "asked":
                self._questions.labels(asked_by, str(event == "kept").lower()).inc(amount)
            case "batch":
                self._batches.observe(amount)
            case "wait" | "pass":
                self._seconds.labels(event).observe(amount)

    def page_drawn(self, page: str, seconds: float) -> None:
        """Count a page, also one that was broken off."""
        self._pages.labels(page).inc()
        self._seconds.labels("page").observe(seconds)

    def answered(self, question: str, status: int) -> None:
        """Count an answer of the API."""
        self._answers.labels(question, str(status)).inc()

    def text(self) -> bytes:
        """Return all of it as Prometheus reads it."""
        return generate_latest(self.registry)


class _Gauges(Collector):
    """Measures when somebody reads."""

    def __init__(self, gauges: tuple[tuple[str, str, Measure], ...]) -> None:
        self._gauges = gauges

    def describe(self) -> Iterable[Metric]:
        """Name what is measured without measuring it."""
        return [GaugeMetricFamily(name, meaning) for name, meaning, _ in self._gauges]

    def collect(self) -> Iterable[Metric]:
        """Measure what can be measured now."""
        for name, meaning, measure in self._gauges:
            try:
                yield GaugeMetricFamily(name, meaning, value=measure())
            except Exception:  # a service that is away must not hide everything else
                continue
