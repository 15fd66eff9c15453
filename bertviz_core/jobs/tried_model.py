"""A model that a person brings, loaded for the first time and tried."""

from __future__ import annotations

from bertviz_core.engine import BertEngine
from bertviz_core.errors import BertScopeError, InputError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.damaged_files import damaged
from bertviz_core.models.foreign_checkpoint import check_foreign
from bertviz_core.models.foreign_tokenizer import check_loaded
from bertviz_core.models.label_names import check_labels
from bertviz_core.models.loading import LoadedModel, load_checkpoint
from bertviz_core.models.tokenizer_trial import try_tokenizer
from bertviz_core.results import TaskInfo

_PROBE = "Saqué 20 € del banco. 😀"


def tried_task(checkpoint: Checkpoint) -> TaskInfo:
    """Load a model that was brought and put a question to it; return what it was fine-tuned for.

    Raises:
        UnsafeModelError: It asks for more than a model of the family.
        UnreadableModelError: Its files are damaged or do not fit together.
        InputError: It was not fine-tuned, or for something that cannot be asked, or its labels are none.
    """
    check_foreign(checkpoint)
    try:
        try_tokenizer(checkpoint.folder, model=checkpoint.model_id)
        loaded = load_checkpoint(checkpoint)
        check_loaded(loaded.tokenizer, model=loaded.info.id, entries=loaded.info.vocab_size)
        engine = BertEngine(loaded)
        engine.attention(
            _PROBE if loaded.unknown_token else min(loaded.tokenizer.get_vocab(), key=_plainness)
        )
    except BertScopeError:
        raise
    except BaseException as error:
        # Whatever damaged files provoke; the tokenizers' own kind of failure is no `Exception`.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise damaged(checkpoint.model_id) from error
    if engine.task is None:
        raise _without_task(loaded)
    if engine.task.task != "question":
        check_labels(engine.task.labels, model=loaded.info.id)
    return engine.task


def _plainness(piece: str) -> tuple[bool, str]:
    """Return what sorts words before pieces of them, for a vocabulary that knows nothing else."""
    return not piece.isalnum(), piece


def _without_task(loaded: LoadedModel) -> InputError:
    if loaded.unsupported:
        return InputError(loaded.unsupported, model=loaded.info.id)
    return InputError(
        "“{model}” was not fine-tuned: it has no head for classes, tags or answers. Upload one that has.",
        model=loaded.info.id,
    )
