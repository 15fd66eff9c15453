"""How large a run may be that somebody queues: the memory of the worker and its time are everybody's."""

from __future__ import annotations

from bertviz_core.errors import InputError
from bertviz_core.results import LearningData, LearningSettings, ModelInfo
from bertviz_core.settings import get_settings

_MB = 1_000_000


def check_run_size(settings: LearningSettings, info: ModelInfo, data: LearningData) -> None:
    """Refuse a run that would take more than this installation gives to one.

    Args:
        settings: How it learns.
        info: Of the model that learns.
        data: What it learns from.

    Raises:
        InputError: Says what it would take, what is allowed, and what to change.
    """
    from bertviz_core.training.fine_tuning import memory_bytes, step_count  # brings torch

    limits = get_settings()
    memory, steps = memory_bytes(info, settings), step_count(data, settings)
    if memory > limits.max_run_memory_bytes:
        raise InputError(
            "This run would take about {asked} MB of memory; {limit} MB are allowed here. Take fewer "
            "examples a step or shorter texts, let fewer weights learn, or choose a smaller model.",
            asked=-(-memory // _MB),
            limit=limits.max_run_memory_bytes // _MB,
        )
    if steps > limits.max_run_steps:
        raise InputError(
            "This run would take {asked} steps; {limit} are allowed here. Take fewer epochs or more examples "
            "a step, or bring fewer examples.",
            asked=steps,
            limit=limits.max_run_steps,
        )
