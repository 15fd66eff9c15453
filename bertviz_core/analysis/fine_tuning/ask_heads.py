"""Which fine-tuned head a model has, and what is said where it has none."""

from __future__ import annotations

from bertviz_core.analysis.passes.network import Network
from bertviz_core.errors import MissingHeadError
from bertviz_core.models.task_head import TaskHead
from bertviz_core.results import Task


def require_head(network: Network, *tasks: Task) -> TaskHead:
    """Return the model's head where it is for one of these tasks.

    Raises:
        MissingHeadError: It was fine-tuned for another task, for none, or for one that cannot be asked.
    """
    model = network.model
    if model.unsupported:
        raise MissingHeadError(model.unsupported, model=model.info.name)
    if model.head is None:
        raise MissingHeadError(
            "“{model}” was not fine-tuned for a task. Choose a fine-tuned model.", model=model.info.name
        )
    if model.head.info.task not in tasks:
        raise MissingHeadError(
            "“{model}” was fine-tuned for another task. Choose a model that learned this one.",
            model=model.info.name,
        )
    return model.head
