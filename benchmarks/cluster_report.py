"""What visitors of a cluster met with before, while and after a copy was away, and what became of a run."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from benchmarks.class_report import quantile
from benchmarks.cluster_visitors import ClusterDiary
from benchmarks.measurement import Measurement
from benchmarks.right_answers import Comparison
from benchmarks.visitors import ClassPlan

PARTS = ("before", "without", "after")


@dataclass(slots=True, kw_only=True)
class Faults:
    """When what was killed, by the clock of the event loop; NaN what was not."""

    copy_killed: float = math.nan
    copy_ready: float = math.nan
    worker_killed: float = math.nan
    worker_step: int = 0
    """The last step that was known when it was killed."""
    taken_up: float = math.nan
    """When the other worker had the run."""
    taken_up_at: int = 0
    """The step from which the other one went on."""
    run_phase: str = ""
    run_steps: int = 0


@dataclass(slots=True, kw_only=True)
class ClusterReport:
    """A class on a cluster."""

    plan: ClassPlan
    diary: ClusterDiary
    faults: Faults
    settled: float
    """From when on all visitors are there, by the same clock."""
    comparison: Comparison = field(default_factory=Comparison)

    @property
    def wrong(self) -> int:
        """Number of things that should not be: beside faults of answers, texts and runs that were lost."""
        lost = len(self.diary.back) - self.diary.texts_kept
        unfinished = int(self.faults.run_phase != "done")
        return self.diary.troubles.total() + len(self.comparison.differing) + lost + unfinished

    def seconds(self, part: str) -> list[float]:
        """Return the seconds of the answers to what was asked in a part of the time."""
        killed, ready = self.faults.copy_killed, self.faults.copy_ready
        begin, end = {
            "before": (self.settled, killed),
            "without": (killed, ready),
            "after": (ready, math.inf),
        }[part]
        return [seconds for asked, seconds in self.diary.answered if begin <= asked < end]

    def lines(self) -> Iterator[str]:
        """Say it for people."""
        for part in PARTS:
            seconds = self.seconds(part)
            numbers = ", ".join(f"{quantile(seconds, share):.3f}" for share in (0.5, 0.95, 1.0))
            yield f"{part:8} {len(seconds):5} answers, p50, p95 and max: {numbers} s"
        diary, faults = self.diary, self.faults
        yield (
            f"{len(diary.back)} visitors lost the connection: {diary.texts_kept} had their text still, "
            f"{diary.moved} were moved, after {quantile(diary.back, 0.5):.2f} s (half of them) and "
            f"{quantile(diary.back, 1.0):.2f} s (all), in {diary.attempts} attempts"
        )
        away = faults.copy_ready - faults.copy_killed
        yield f"the copy was away for {away:.0f} s"
        yield (
            f"the worker was killed at step {faults.worker_step}, the other went on after "
            f"{faults.taken_up - faults.worker_killed:.0f} s from step {faults.taken_up_at}; "
            f"the run: {faults.run_phase} with {faults.run_steps} steps"
        )
        differing = self.comparison.differing
        yield f"{len(differing)} of {self.comparison.compared} answers differ from those computed alone"
        yield from (f"differs: {difference[:300]}" for difference in differing[:5])
        for kind, count in diary.troubles.most_common():
            yield f"{count} x {kind}, for instance {diary.examples[kind][:300]}"

    def measurements(self) -> Iterator[Measurement]:
        """Return every number with its name."""
        diary, faults = self.diary, self.faults
        numbers: dict[str, tuple[float, str]] = {}
        for part in PARTS:
            seconds = self.seconds(part)
            for name, share in (("p50", 0.5), ("p95", 0.95), ("max", 1.0)):
                numbers[f"{part}_{name}_s"] = quantile(seconds, share), "s"
        numbers |= {
            "errors": (diary.troubles.total(), "errors"),
            "reconnected": (len(diary.back), "visitors"),
            "texts_lost": (len(diary.back) - diary.texts_kept, "visitors"),
            "reconnected_p50_s": (quantile(diary.back, 0.5), "s"),
            "reconnected_max_s": (quantile(diary.back, 1.0), "s"),
            "differing": (len(self.comparison.differing), f"of {self.comparison.compared} compared"),
            "copy_away_s": (faults.copy_ready - faults.copy_killed, "s"),
            "run_taken_up_s": (faults.taken_up - faults.worker_killed, "s"),
            "run_steps_again": (faults.worker_step - faults.taken_up_at, "steps"),
        }
        plan = self.plan
        for name, (value, unit) in numbers.items():
            if not math.isnan(value):
                yield Measurement(
                    name=f"cluster.{plan.visitors}_{name}",
                    value=value,
                    unit=unit,
                    better="lower",
                    against=f"{plan.visitors} visitors for {plan.seconds:.0f} s on two copies behind nginx, "
                    f"a question each {plan.gap:g} s, one copy and one of two workers killed; all on this "
                    "machine",
                )
