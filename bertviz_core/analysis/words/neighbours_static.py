"""Which words of the vocabulary a static embedding places near a word, whatever the context."""

from __future__ import annotations

import numpy as np
import torch

from bertviz_core.analysis.answers.masked_words import require_list_length
from bertviz_core.analysis.passes.network import Network
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.results import NearestWords

_ROWS = 16_384  # of the embedding table at once


def nearest_words(network: Network, reader: TextReader, word: str, *, top_k: int) -> NearestWords:
    """Return the entries that begin a word and whose rows are nearest by cosine to the mean of the word's."""
    require_list_length(top_k, network.model.info.vocab_size)
    own = reader.pieces(word)
    table = network.model.network.base_model.get_input_embeddings().weight
    with torch.inference_mode():
        vector = table[own].mean(dim=0)
        cosines = torch.cat([torch.cosine_similarity(rows, vector) for rows in table.split(_ROWS)]).numpy()
    own_name = word.casefold()
    others = set(reader.ordinary_ids().tolist()) - set(own)
    found: dict[str, float] = {}
    for token_id in np.argsort(-cosines, kind="stable").tolist():
        if len(found) == top_k:
            break
        if token_id in others and not reader.continues_word(token_id):
            name = reader.readable(token_id)
            if name.casefold() != own_name:
                found.setdefault(name, float(cosines[token_id]))
    return NearestWords(
        word=word,
        pieces=tuple(reader.vocabulary_piece(token_id) for token_id in own),
        words=tuple(found),
        cosines=np.array(list(found.values()), dtype=np.float32),
    )
