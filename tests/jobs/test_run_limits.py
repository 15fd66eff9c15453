"""What a run may take of memory and time: what is proposed passes, what would starve others is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from learning_runs import some_data

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.jobs.run_limits import check_run_size
from bertviz_core.results import METHODS, LearningData, LearningSettings, ModelInfo, TextExample
from bertviz_core.settings import get_settings
from bertviz_core.training.fine_tuning import memory_bytes, step_count, usual_settings

XLM_R_WEIGHTS = 278_000_000
"""The most of all models that the sidebar names."""


def many(rows: int, letters: int) -> LearningData:
    text = "a" * letters
    return LearningData(
        task="sentence",
        name="many",
        examples=tuple(TextExample(text=text, label="ab"[n % 2]) for n in range(rows)),
        labels=("a", "b"),
        parts=(np.arange(rows) % 3).astype(np.int8),
        seed=0,
    )


@pytest.fixture
def large(mini: BertEngine) -> ModelInfo:
    return replace(mini.info, hidden_size=768, parameters=XLM_R_WEIGHTS)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("rows", "letters"), [(60, 40), (3_000, 400), (20_000, 2_000)])
def test_what_is_proposed_is_allowed(
    mini: BertEngine, large: ModelInfo, method: str, rows: int, letters: int
) -> None:
    data = many(rows, letters)
    for info in (mini.info, large):
        check_run_size(usual_settings(info, data, method=method), info, data)


def test_a_run_that_fills_the_memory_is_refused_with_what_to_change(mini: BertEngine) -> None:
    settings = LearningSettings(batch_size=256, max_tokens=512)
    with pytest.raises(InputError, match="fewer examples a step") as caught:
        check_run_size(settings, mini.info, some_data())
    asked, limit = caught.value.fields["asked"], caught.value.fields["limit"]
    assert 100_000 < asked == -(-memory_bytes(mini.info, settings) // 1_000_000)
    assert limit == get_settings().max_run_memory_bytes // 1_000_000
    check_run_size(replace(settings, batch_size=4), mini.info, some_data())


def test_a_run_without_end_is_refused_with_what_to_change(mini: BertEngine) -> None:
    data, settings = many(3_000, 10), LearningSettings(batch_size=1, epochs=100)
    assert step_count(data, settings) == 100_000
    with pytest.raises(InputError, match=r"100000 steps; 20000 are allowed .* fewer epochs"):
        check_run_size(settings, mini.info, data)
    check_run_size(replace(settings, epochs=20), mini.info, data)


def test_both_limits_are_of_the_installation(mini: BertEngine, settings: Callable[..., None]) -> None:
    asked, data = LearningSettings(max_tokens=64), some_data()
    steps, memory = step_count(data, asked), memory_bytes(mini.info, asked)
    for most_steps, most_memory, refused in (
        (steps, memory, None),
        (steps - 1, memory, f"{steps} steps"),
        (steps, memory - 1, "MB of memory"),
    ):
        settings(max_run_steps=str(most_steps), max_run_memory_bytes=str(most_memory))
        if refused is None:
            check_run_size(asked, mini.info, data)
        else:
            with pytest.raises(InputError, match=refused):
                check_run_size(asked, mini.info, data)
