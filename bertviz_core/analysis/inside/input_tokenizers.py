"""The tokenizer of a model without the model: other vocabularies cut the same text elsewhere."""

from __future__ import annotations

from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.models.tokenizer import open_tokenizer

MOST_PIECES = 512
"""The longest input of BERT (Devlin et al. 2019); tokenizers alone know no limit."""


def load_reader(model_id: str) -> TextReader:
    """Load what cuts texts for a model; of a model of the hub the weights are not downloaded.

    Raises:
        ModelNotFoundError: Nothing of that name can be reached.
        UnsafeModelError: It is not allowed here, or not of the family.
        UnreadableModelError: Its files are damaged, or it has no pieces.
    """
    opened = open_tokenizer(find_checkpoint(model_id, weights=False))
    return TextReader(
        opened.backend,
        mask_token=opened.tokenizer.mask_token,
        unknown_token=opened.tokenizer.unk_token,
        own_tokens=opened.own_tokens,
        max_tokens=MOST_PIECES,
    )
