"""What is said of each table of results: where it stands, what it counts, and what it shows."""

from __future__ import annotations

from functools import partial

from bertviz_core.results import PUBLISHED_F1
from bertviz_core.ui.history import published_ablations as ablations
from bertviz_core.ui.history.published_tables import About, Shown, written
from bertviz_core.ui.history.timeline_try import Trial
from bertviz_core.ui.i18n import _, number

_DEVLIN = "Devlin et al. (2019), "


def about(shown: Shown) -> About:
    """Return what is said of a table, in the visitor's language."""
    of_table = {
        "glue": _glue,
        "squad": _squad,
        "swag": _swag,
        "ner": _names,
        "layers": _layers,
        "pretraining": ablations.pretraining,
        "sizes": ablations.sizes,
        "distilbert": ablations.distilbert,
        "beto": ablations.beto,
    }
    return of_table[shown]()


def _glue() -> About:
    n = partial(written, "glue")
    return About(
        name="GLUE",
        source=_DEVLIN
        + _(
            "table 1: test sets, accuracy; F1 for QQP and MRPC, correlation for CoLA and STS-B; mean without "
            "WNLI"
        ),
        axis=_("Score, %"),
        said=_(
            "GLUE: {large} on average for BERT-large, {base} for BERT-base, {gpt} for GPT",
            large=n("mean", "BERT-large"),
            base=n("mean", "BERT-base"),
            gpt=n("mean", "GPT"),
        ),
        here=_(
            "One text to a class, and pairs of sentences, as in GLUE, but on small sets written for this app."
        ),
    )


def _squad() -> About:
    n = partial(written, "squad")
    return About(
        name="SQuAD 1.1",
        source=_DEVLIN + _("table 2"),
        axis=_("Exact match (EM) and F1, %"),
        said=_(
            "SQuAD 1.1: F1 {base} for BERT-base, {large} for BERT-large, {human} for people",
            base=n("BERT-base", "F1, dev"),
            large=n("BERT-large", "F1, dev"),
            human=n("human", "F1, test"),
        ),
        here=_("No figure of mini is kept for questions: teach it in the workshop and measure it there."),
        trial=Trial(_("learn to answer questions"), "fine_tuning", "data"),
    )


def _swag() -> About:
    n = partial(written, "swag")
    return About(
        name="SWAG",
        source=_DEVLIN + _("table 4"),
        axis=_("Accuracy, %"),
        said=_(
            "SWAG, which sentence goes on? {large} for BERT-large, {gpt} for GPT, {human} for one expert",
            large=n("BERT-large", "test"),
            gpt=n("GPT", "test"),
            human=n("human: one expert", "test"),
        ),
        here=_("Does B follow A? Two answers where SWAG has four, so that guessing is right half the time."),
    )


def _names() -> About:
    n = partial(written, "ner")
    return About(
        name=_("CoNLL-2003: names"),
        source=_DEVLIN + _("table 7: fine-tuned, and earlier systems"),
        axis=_("F1 of entities, %"),
        said=_(
            "Names in CoNLL-2003: F1 {large} for BERT-large, {base} for BERT-base, {elmo} for ELMo",
            large=n("BERT-large, fine-tuned", "F1, test"),
            base=n("BERT-base, fine-tuned", "F1, test"),
            elmo=n("ELMo", "F1, test"),
        ),
        here=_("No figure of mini is kept for names: the layer experiment measures it on any sentences."),
        trial=Trial(_("measure names in sentences"), "words", "tagging"),
    )


def _layers() -> About:
    return About(
        name=_("CoNLL-2003: which layers"),
        source=_DEVLIN + _("table 7: BERT-base without fine-tuning, a BiLSTM on top"),
        axis=_("F1 of entities, %"),
        said=_(
            "The last four layers side by side reach {four}, the input embedding {first}",
            four=number(PUBLISHED_F1["concat_last_4"], places=1),
            first=number(PUBLISHED_F1["embeddings"], places=1),
        ),
        here=_("The same question of another task: how often the nearest word has the same sense, by layer."),
        trial=Trial(_("measure names layer by layer"), "words", "tagging"),
    )
