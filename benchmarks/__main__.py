"""Run every `bench_*.py` of this folder, or those named, and write `results.jsonl`."""

from __future__ import annotations

import argparse
import importlib
import sys
import traceback
from pathlib import Path

FOLDER = Path(__file__).parent
TOPICS = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))


def main() -> int:
    """Measure topic by topic; one that breaks is told and does not stop the others."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=f"any of {', '.join(TOPICS)}; all if none")
    parser.add_argument("--output", type=Path, default=FOLDER / "results.jsonl")
    arguments = parser.parse_args()
    if unknown := set(arguments.topics) - set(TOPICS):
        parser.error(f"no such topic: {', '.join(sorted(unknown))}; there are {', '.join(TOPICS)}")

    broken = False
    with arguments.output.open("w", encoding="utf-8") as results:
        for topic in arguments.topics or TOPICS:
            try:
                for measurement in importlib.import_module(f"benchmarks.bench_{topic}").measure():
                    print(f"{measurement.name:32} {measurement.value:10.3f} {measurement.unit}", flush=True)
                    print(measurement.as_line(), file=results, flush=True)
            except Exception:
                traceback.print_exc()
                broken = True
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
