"""One loaded model and the questions that can be put to it."""

from __future__ import annotations

from bertviz_core.analysis.passes.engine_description import described_by_engine
from bertviz_core.engine.attention import AttentionQuestions
from bertviz_core.engine.fine_tuning import FineTunedQuestions
from bertviz_core.engine.fine_tuning_before_after import ChangeQuestions
from bertviz_core.engine.history import HistoryQuestions
from bertviz_core.engine.inside import InsideQuestions
from bertviz_core.engine.masked_words import MaskedWordQuestions
from bertviz_core.engine.next_sentence import NextSentenceQuestions
from bertviz_core.engine.pretraining import PretrainingQuestions
from bertviz_core.engine.words import EmbeddingQuestions
from bertviz_core.models.download import ProgressHook
from bertviz_core.models.loading import load_checkpoint
from bertviz_core.models.remote_model import without_weights
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.settings import get_settings

__all__ = ["BertEngine", "load_engine"]


class BertEngine(
    AttentionQuestions,
    EmbeddingQuestions,
    FineTunedQuestions,
    HistoryQuestions,
    InsideQuestions,
    MaskedWordQuestions,
    NextSentenceQuestions,
    PretrainingQuestions,
    ChangeQuestions,
):
    """Answers questions about one model; one engine may be asked from many threads.

    Every answer is a frozen dataclass of NumPy arrays. All questions raise `InputError` for a text
    with nothing in it and `BusyError` when too many questions run at once.
    """


def load_engine(model_id: str | None = None, *, on_progress: ProgressHook | None = None) -> BertEngine:
    """Load a model: `mini` (bundled), a folder, or an id of the Hugging Face Hub.

    Where `BERTSCOPE_ENGINE_URL` names an engine that has the model, its weights stay there.

    Args:
        model_id: What to load; the settings' default model when left out.
        on_progress: Called with bytes done and bytes expected while a model is downloaded.

    Raises:
        ModelNotFoundError: Nothing of that name can be reached.
        UnsafeModelError: The model is not allowed here, not of the family, or could run code.
        UnreadableModelError: Its files are damaged or do not fit together.
        BusyError: The engine of `BERTSCOPE_ENGINE_URL` does not answer.
    """
    checkpoint = find_checkpoint(model_id or get_settings().default_model, on_progress=on_progress)
    described = described_by_engine(checkpoint)
    if described is not None:
        return BertEngine(without_weights(checkpoint, described))
    return BertEngine(load_checkpoint(checkpoint))
