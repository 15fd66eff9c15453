"""What a class of visitors met with, as numbers: for people a table, for programs measurements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.measurement import Measurement
from benchmarks.right_answers import Comparison
from benchmarks.server_watch import MemoryLog
from benchmarks.visitors import ClassPlan, Diary

SOAK_S = 600.0
"""A class that stays so long is there to show whether memory stays flat."""

HEADINGS = (
    "page",
    "visitors",
    "questions",
    "p50 s",
    "p95 s",
    "max s",
    "first p95",
    "errors",
    "differing",
    "kB each",
    "CPU ms each",
    "MB before",
    "after",
    "highest",
    "client CPU",
)


@dataclass(slots=True, kw_only=True)
class ClassReport:
    """One class, and what the server needed for it."""

    plan: ClassPlan
    diary: Diary
    memory: MemoryLog
    memory_after: float
    server_seconds: float
    """Processor time of the server."""
    client_share: float
    """Of one core, for the visitors themselves."""
    comparison: Comparison

    @property
    def questions(self) -> int:
        """Number of the questions, those included that were not waited for."""
        return len(self.diary.first) + len(self.diary.later) + self.diary.left

    @property
    def errors(self) -> int:
        """Number of all things that went wrong."""
        return self.diary.troubles.total()

    def row(self) -> list[str]:
        """Return what stands in the table, in the order of the headings."""
        later = self.diary.later
        return [
            self.plan.page,
            str(self.plan.visitors),
            str(self.questions),
            *(f"{quantile(later, share):.3f}" for share in (0.5, 0.95, 1.0)),
            f"{quantile(self.diary.first, 0.95):.3f}",
            str(self.errors),
            f"{len(self.comparison.differing)} of {self.comparison.compared}",
            f"{self._kilobytes:.0f}",
            f"{self._processor_ms:.0f}",
            f"{self.memory.megabytes[0]:.0f}",
            f"{self.memory_after:.0f}",
            f"{max(self.memory.megabytes):.0f}",
            f"{self.client_share:.0%}",
        ]

    def remarks(self) -> Iterator[str]:
        """Say what went wrong, with an example each, and how memory moved."""
        name = f"{self.plan.page}, {self.plan.visitors} visitors"
        for kind, count in self.diary.troubles.most_common():
            yield f"{name}: {count} x {kind}, for instance {self.diary.examples[kind][:300]}"
        for difference in self.comparison.differing[:5]:
            yield f"{name}: differs from the engine alone: {difference[:300]}"
        if self.plan.seconds >= SOAK_S:
            yield (
                f"{name}: over the last three quarters memory moved within {self.memory.spread:.0f} MB; "
                f"the mean of the last quarter is {self.memory.growth:+.0f} MB above that of the second"
            )

    def measurements(self) -> Iterator[Measurement]:
        """Return every number with its name."""
        first, later = self.diary.first, self.diary.later
        numbers: dict[str, tuple[float, str]] = {
            "p50_s": (quantile(later, 0.5), "s"),
            "p95_s": (quantile(later, 0.95), "s"),
            "max_s": (quantile(later, 1.0), "s"),
            "first_p50_s": (quantile(first, 0.5), "s"),
            "first_p95_s": (quantile(first, 0.95), "s"),
            "first_max_s": (quantile(first, 1.0), "s"),
            "errors": (self.errors, "errors"),
            "differing": (len(self.comparison.differing), f"of {self.comparison.compared} compared"),
            "kilobytes": (self._kilobytes, "kB a question"),
            "processor_ms": (self._processor_ms, "ms a question"),
            "memory_before_mb": (self.memory.megabytes[0], "MB"),
            "memory_after_mb": (self.memory_after, "MB"),
            "memory_highest_mb": (max(self.memory.megabytes), "MB"),
        }
        if self.plan.seconds >= SOAK_S:
            numbers["memory_spread_mb"] = self.memory.spread, "MB"
            numbers["memory_growth_mb"] = self.memory.growth, "MB"
        yield self._measurement("questions", self.questions, "questions", better="higher")
        for name, (value, unit) in numbers.items():
            if not math.isnan(value):
                yield self._measurement(name, value, unit)

    def _measurement(self, name: str, value: float, unit: str, better: str = "lower") -> Measurement:
        plan = self.plan
        kind = f"{plan.page.replace('/', '_')}_{plan.visitors}"
        if plan.tokens:
            kind += f"_{plan.tokens}_tokens"
        if plan.seconds >= SOAK_S:
            kind += "_soak"
        return Measurement(
            name=f"load.{kind}_{name}",
            value=value,
            unit=unit,
            better="higher" if better == "higher" else "lower",
            against=f"{plan.visitors} visitors for {plan.seconds:.0f} s, a question each {plan.gap:g} s, "
            f"{plan.equal:.0%} of them asked by several, {plan.leave:.0%} not waited for; the visitors on "
            f"the same machine, where they take {self.client_share:.0%} of a core",
        )

    @property
    def _kilobytes(self) -> float:
        return self.diary.received / 1000 / max(1, len(self.diary.first) + len(self.diary.later))

    @property
    def _processor_ms(self) -> float:
        return self.server_seconds * 1000 / max(1, self.questions)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that a share of all do not exceed; NaN where there are none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


def table(reports: Sequence[ClassReport]) -> str:
    """Write reports under their headings."""
    rows = [HEADINGS, *(report.row() for report in reports)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ([cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return "\n".join(map("  ".join, lines))
