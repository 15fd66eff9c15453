"""What is said of the ablations of the BERT paper, and of two models that came after it."""

from __future__ import annotations

from functools import partial

from bertviz_core.ui.history.published_tables import About, written
from bertviz_core.ui.history.timeline_try import Trial
from bertviz_core.ui.i18n import _


def pretraining() -> About:
    """Return what is said of BERT without its two tasks."""
    n = partial(written, "pretraining")
    return About(
        name=_("Without parts of pretraining"),
        source=_("Devlin et al. (2019), table 5: development sets, BERT-base"),
        axis=_("Accuracy, %; F1 for SQuAD"),
        said=_(
            "Reading from left to right only, SQuAD falls from {both} to {left}; without next sentence to "
            "{none}",
            both=n("SQuAD, F1", "BERT-base"),
            left=n("SQuAD, F1", "left to right"),
            none=n("SQuAD, F1", "no next sentence"),
        ),
        here=_("Not measured here as a score; but what each direction knows can be seen blank by blank."),
        trial=Trial(_("fill a blank from the left, the right and both"), "masked_words", "directions"),
    )


def sizes() -> About:
    """Return what is said of BERTs of other sizes."""
    n = partial(written, "sizes")
    return About(
        name=_("Smaller and larger BERTs"),
        source=_("Devlin et al. (2019), table 6: development sets; layers × width, heads"),
        axis=_("Accuracy, %"),
        said=_(
            "From 3 layers to 24, MNLI rises from {small} to {large} and MRPC from {few} to {many}",
            small=n("3 × 768, 12", "MNLI-m"),
            large=n("24 × 1024, 16", "MNLI-m"),
            few=n("3 × 768, 12", "MRPC"),
            many=n("24 × 1024, 16", "MRPC"),
        ),
        here=_(
            "Perplexity of hidden tokens on held-out text, the published ones hollow: other texts and "
            "another vocabulary, so compare orders of size only."
        ),
    )


def distilbert() -> About:
    """Return what is said of DistilBERT."""
    n = partial(written, "distilbert")
    return About(
        name="DistilBERT",
        source=_("Sanh et al. (2019), tables 1 and 2"),
        axis=_("Score, %"),
        said=_(
            "With six layers for twelve, GLUE falls from {base} to {small} and SQuAD from F1 {more} to "
            "{less}",
            base=n("GLUE, dev: mean", "BERT-base"),
            small=n("GLUE, dev: mean", "DistilBERT"),
            more=n("SQuAD, dev: F1", "BERT-base"),
            less=n("SQuAD, dev: F1", "DistilBERT"),
        ),
        here=_("Film reviews as in IMDb, but 60 a language, short and written to be hard; and messages."),
    )


def beto() -> About:
    """Return what is said of BETO."""
    n = partial(written, "beto")
    return About(
        name="BETO",
        source=_("Cañete et al. (2020), benchmarks of github.com/dccuchile/beto: Spanish test sets"),
        axis=_("Accuracy, %; F1 for NER-C"),
        said=_(
            "In Spanish XNLI, BETO reaches {own} and the best multilingual BERT of its time {many}",
            own=n("XNLI", "BETO cased"),
            many=n("XNLI", "multilingual BERT"),
        ),
        here=_("Spanish sets written for this app: two kinds of texts to a class, and pairs of sentences."),
    )
