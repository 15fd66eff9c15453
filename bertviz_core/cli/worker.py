"""The command that works on the runs of the fine-tuning workshop."""

from __future__ import annotations

import argparse
import os
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings


def register(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    worker = commands.add_parser("worker", help="fine-tune the models that wait in the queue, until Ctrl+C")
    worker.add_argument(
        "--idle-exit", type=float, metavar="SECONDS", help="end when there was nothing to do for so long"
    )
    worker.add_argument(
        "--unless-running", action="store_true", help="end at once if there is a worker already"
    )
    worker.set_defaults(run=_work)


def _work(arguments: Any) -> None:
    if arguments.idle_exit is not None and not arguments.idle_exit >= 0:
        raise InputError("--idle-exit needs a number of seconds, 0 or more.")
    # Before torch and transformers are imported, with the first run.
    os.environ.setdefault("OMP_NUM_THREADS", str(get_settings().worker_threads))
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from bertviz_core.jobs.fine_tuning import FineTuning
    from bertviz_core.jobs.worker import serve

    serve(FineTuning(), idle_exit_s=arguments.idle_exit, unless_running=arguments.unless_running)
