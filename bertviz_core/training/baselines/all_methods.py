"""All simple ways that there are for a task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from bertviz_core.results import LearningData, MethodScore
from bertviz_core.training.baselines.features import features
from bertviz_core.training.baselines.majority import majority
from bertviz_core.training.baselines.questions import similar_sentence
from bertviz_core.training.baselines.rows import Predicted, Step, nothing
from bertviz_core.training.baselines.tags import tag_features, word_list
from bertviz_core.training.baselines.tfidf import tfidf
from bertviz_core.training.scores import interval
from bertviz_core.training.task_scores import tallies

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


class _Enough(Exception):
    """The rest is not wanted."""


def baseline_scores(
    engine: BertEngine, data: LearningData, *, step: Step | None = None
) -> tuple[MethodScore, ...]:
    """Return what the simple ways reach on the held-out examples; they learn from all others.

    Args:
        engine: The pretrained model, which stays as it is.
        data: With its split.
        step: Called after every text that the model read; what it raises ends the work.
    """
    return tuple(method_score(data, predicted) for predicted in baselines(engine, data, step=step))


def baselines(
    engine: BertEngine,
    data: LearningData,
    *,
    step: Step | None = None,
    enough: Callable[[], bool] | None = None,
) -> tuple[Predicted, ...]:
    """Return what the simple ways say of the held-out examples.

    Args:
        engine: As for `baseline_scores`.
        data: With its split.
        step: As for `baseline_scores`.
        enough: Asked after every text that the model read; once it says so, ways that are not done are left
            out.
    """
    from threadpoolctl import threadpool_limits

    def read_on() -> None:
        (step or nothing)()
        if enough is not None and enough():
            raise _Enough

    done = []
    # Pages are served beside it: the work keeps to one core.
    with threadpool_limits(limits=1), suppress(_Enough):
        for predicted in _each(engine, data, read_on):
            done.append(predicted)  # those before the last one stay
    return tuple(done)


def method_score(data: LearningData, predicted: Predicted) -> MethodScore:
    """Return the scores of one way."""
    return MethodScore(
        method=predicted.method,
        scores={name: interval(tally) for name, tally in tallies(data, predicted.said).items()},
        seconds=predicted.seconds,
        chosen=predicted.chosen,
        cross_validated=predicted.cross_validated,
    )


def _each(engine: BertEngine, data: LearningData, step: Step) -> Iterator[Predicted]:
    if data.task == "question":
        yield similar_sentence(data)
    elif data.task == "tagging":
        yield majority(data)
        yield word_list(data)
        yield tag_features(engine, data, step=step)
    else:
        yield majority(data)
        yield tfidf(data)
        yield features(engine, data, step=step)
