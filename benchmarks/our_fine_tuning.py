"""The same work as `bare_trainer`, by the project: with validations, curves and checkpoints on the way."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from bertviz_core.results import TRAIN, LearningPoint, LearningSettings
from bertviz_core.training.data.samples import sample_data


class Nobody:
    """Watches nothing and stops nothing."""

    def point(self, point: LearningPoint) -> None:
        """Take what is known after a step."""

    def progress(self, step: int, steps: int, seconds: float, seconds_left: float | None) -> None:
        """Take how far it is."""

    def should_stop(self) -> bool:
        """Go on."""
        return False


def main() -> int:
    """Fine-tune `mini` on a written set and print the seconds of learning."""
    from bertviz_core.training.fine_tuning import fine_tune

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample")
    parser.add_argument("epochs", type=int)
    arguments = parser.parse_args()
    data = sample_data(arguments.sample).data
    with tempfile.TemporaryDirectory() as folder:
        learned = fine_tune(
            "mini", data, LearningSettings(epochs=arguments.epochs), folder=Path(folder), watch=Nobody()
        )
    examples = len(data.part(TRAIN)) * arguments.epochs
    print(json.dumps({"seconds": learned.seconds, "examples": examples}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
