"""Whether an engine in another process runs a model, and what that is."""

from __future__ import annotations

import json
import logging

from bertviz_core.analysis.passes.engine_client import STRANGE, engine_client
from bertviz_core.errors import BertScopeError, ModelNotFoundError, UnsafeModelError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.remote_model import ModelDescription
from bertviz_core.settings import get_settings

_THE_SAME_EVERYWHERE = "bundled", "hub"
"""Sources of models that have one id on all machines; folders and runs lie on one."""

_log = logging.getLogger(__name__)


def described_by_engine(checkpoint: Checkpoint) -> ModelDescription | None:
    """Return what the engine of `engine_url` tells of a model; None where it has to be run here.

    That is where there is no such engine, it does not offer the model or has another revision of it, and of
    models that were fine-tuned.

    Raises:
        BusyError: The engine does not answer.
        BertScopeError: It answers something else.
    """
    if not get_settings().engine_addresses or checkpoint.source not in _THE_SAME_EVERYWHERE:
        return None
    try:
        answer = engine_client().ask("model", {"model": checkpoint.model_id})
    except (ModelNotFoundError, UnsafeModelError) as error:
        _log.warning("“%s” is run here: %s", checkpoint.model_id, error)
        return None
    try:
        described = ModelDescription.read(json.loads(answer))
    except ValueError as error:
        raise BertScopeError(STRANGE) from error
    if described.info.revision != checkpoint.revision:
        _log.warning(
            "“%s” is run here: the engine has revision %s, this process %s",
            *(checkpoint.model_id, described.info.revision, checkpoint.revision),
        )
        return None
    return None if described.fine_tuned else described
