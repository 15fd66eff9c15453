"""How the answer for a blank forms: the state after every layer through the masked-word head.

Known as the logit lens (nostalgebraist 2020, "interpreting GPT: the logit lens"); for what layers add to
a prediction see Geva et al. 2022, "Transformer Feed-Forward Layers Build Predictions by Promoting Concepts
in the Vocabulary Space".
"""

from __future__ import annotations

import numpy as np

from bertviz_core.analysis.answers.candidates import CandidateScorer, rank_of
from bertviz_core.analysis.answers.masked_words import AskedBlank, find_blank, ranked
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.results import AnswerByLayer, Encoding, Prediction


def answer_by_layer(
    passes: ForwardPasses, reader: TextReader, *, encoding: Encoding, asked: AskedBlank, word: str | None
) -> AnswerByLayer:
    """Follow the words that come first after the last layer, and the word that stood in the blank.

    Raises:
        InputError: There is no such blank, or the number of words is out of range.
        TextTooLongError: A blank stands in the part that did not fit.
    """
    place = find_blank(encoding, reader, asked.blank)
    states = passes.run(encoding).hidden[:, place]  # (layers + 1, hidden)
    every = passes.word_probabilities(states)  # (layers + 1, vocabulary), in one go: the weights are large
    last = every[-1]
    entries = [p.token_id for p in ranked(last, asked.top_k, reader)]
    own = None if word is None else CandidateScorer(passes, reader, ()).entry(word, encoding, place)
    if own is not None and own not in entries:
        entries.append(own)
    ranks = [[rank_of(entry, whole) for entry in entries] for whole in every]
    return AnswerByLayer(
        model=passes.model.info.id,
        encoding=encoding,
        index=place,
        words=tuple(
            Prediction(
                token=reader.readable(entry), token_id=entry, probability=float(last[entry]), rank=rank
            )
            for entry, rank in zip(entries, ranks[-1], strict=True)
        ),
        probabilities=every[:, entries].numpy(),
        ranks=np.array(ranks),
        first=tuple(best for whole in every for best in ranked(whole, 1, reader)),
        hidden=None if own is None else entries.index(own),
    )
