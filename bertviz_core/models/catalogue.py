"""The models that are offered by name; any other of the family loads by its id."""

from __future__ import annotations

from pathlib import Path

from bertviz_core.errors import N_
from bertviz_core.results import ListedModel
from bertviz_core.settings import get_settings

BUNDLED_ID = "mini"
BUNDLED_FOLDER = Path(__file__).parent / "bundled"


_CATALOGUE = (
    ListedModel(
        id=BUNDLED_ID,
        name="BERT mini",
        family="bert",
        languages=("es", "en", "pt"),
        source="bundled",
        note=N_("Comes with the app: works without a network, with both pretraining heads."),
    ),
    ListedModel(
        id="bert-base-uncased",
        name="BERT base, uncased",
        family="bert",
        languages=("en",),
        note=N_("The model of the paper; lower-cased text, both pretraining heads."),
    ),
    ListedModel(
        id="bert-base-cased",
        name="BERT base, cased",
        family="bert",
        languages=("en",),
        note=N_("Keeps upper and lower case; both pretraining heads."),
    ),
    ListedModel(
        id="bert-base-multilingual-cased",
        name="BERT base, multilingual",
        family="bert",
        languages=("es", "en", "pt"),
        note=N_("104 languages in one vocabulary; both pretraining heads."),
    ),
    ListedModel(
        id="dccuchile/bert-base-spanish-wwm-cased",
        name="BETO",
        family="bert",
        languages=("es",),
        note=N_("Spanish BERT trained with whole-word masking."),
    ),
    ListedModel(
        id="neuralmind/bert-base-portuguese-cased",
        name="BERTimbau",
        family="bert",
        languages=("pt",),
        note=N_("Brazilian Portuguese BERT trained with whole-word masking."),
    ),
    ListedModel(
        id="distilbert-base-multilingual-cased",
        name="DistilBERT, multilingual",
        family="distilbert",
        languages=("es", "en", "pt"),
        note=N_("Six layers distilled from multilingual BERT; no segments, no next-sentence head."),
    ),
    ListedModel(
        id="roberta-base",
        name="RoBERTa base",
        family="roberta",
        languages=("en",),
        note=N_("Trained longer and without next sentence; byte-level vocabulary."),
    ),
    ListedModel(
        id="xlm-roberta-base",
        name="XLM-RoBERTa base",
        family="xlm-roberta",
        languages=("es", "en", "pt"),
        note=N_("100 languages, 250,000 pieces: a large download."),
    ),
    ListedModel(
        id="albert-base-v2",
        name="ALBERT base",
        family="albert",
        languages=("en",),
        note=N_("One layer's weights used twelve times; sentence order instead of next sentence."),
    ),
    ListedModel(
        id="google/electra-small-generator",
        name="ELECTRA small, generator",
        family="electra",
        languages=("en",),
        note=N_("The half of ELECTRA that fills blanks; small and quick."),
    ),
)


def list_models() -> tuple[ListedModel, ...]:
    """Return the models offered here, the bundled one first.

    What this installation does not allow is left out; allowed ids that the catalogue does not know
    are listed by their id alone.
    """
    settings = get_settings()
    if settings.allowed_models:
        known = {model.id: model for model in _CATALOGUE}
        return tuple(known.get(name) or _listed_by_id(name) for name in settings.allowed_models)
    return tuple(model for model in _CATALOGUE if model.source == "bundled" or settings.allow_hub)


def _listed_by_id(model_id: str) -> ListedModel:
    """List an id that the catalogue does not know: a folder, or else a repository."""
    return ListedModel(id=model_id, name=model_id, source="folder" if Path(model_id).is_dir() else "hub")


def find_listed(model_id: str) -> ListedModel | None:
    """Return the catalogue's entry of an id."""
    return next((model for model in _CATALOGUE if model.id == model_id), None)
