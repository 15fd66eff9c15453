"""What was new in each model of the line of time, in one sentence."""

from __future__ import annotations

from bertviz_core.ui.i18n import _


def news(name: str) -> str:
    """Return the sentence of a model, in the visitor's language."""
    sentences = {
        "word2vec": _("word vectors learned by predicting neighbours, fast enough for billions of words"),
        "Transformer": _("attention alone, without recurrence: all words of a sentence are read at once"),
        "ULMFiT": _("a whole language model is learned first and then fine-tuned on a task"),
        "ELMo": _("a word's vector depends on its sentence: two LSTMs read it in both directions"),
        "GPT": _("a Transformer decoder learns to predict the next word, then is fine-tuned on tasks"),
        "BERT": _("hidden words are predicted from both sides at once, and one encoder serves all tasks"),
        "ERNIE": _("whole phrases and names are hidden, so that they must be known and not only spelled"),
        "RoBERTa": _("the same network, trained longer on ten times the text, without next sentences"),
        "Sentence-BERT": _("two BERTs with shared weights learn vectors of sentences that cosines compare"),
        "ALBERT": _("all layers share their weights, and the order of sentences replaces the next one"),
        "DistilBERT": _("six layers learn from BERT's answers: 40% smaller and nearly as good"),
        "XLM-R": _("one model for a hundred languages, from 2.5 terabytes of text of the web"),
        "ELECTRA": _("for each word it is learned whether it was replaced: all tokens teach, not only 15%"),
        "BETO": _("a BERT of Spanish text alone, with a vocabulary of its own and whole words hidden"),
        "DeBERTaV3": _(
            "a token and its place have vectors of their own in attention; it learns as ELECTRA does"
        ),
        "E5": _(
            "encoders of many languages made for searching, by comparing pairs of texts that belong together"
        ),
        "ModernBERT": _("BERT built anew: rotary positions, 8,192 tokens, two trillion tokens to learn from"),
        "EuroBERT": _(
            "encoders of fifteen languages with what was learned from decoders, of up to 2.1 billion"
        ),
    }
    return sentences[name]
