"""The card says what was done, whatever names people gave."""

import zipfile

import numpy as np
import yaml
from small_lessons import QUICK, lesson

from bertviz_core.jobs.model_zip import card_file, model_zip
from bertviz_core.models.card import read_card, read_card_text
from bertviz_core.results import Interval, LearningReport, LearningRun, MethodScore
from bertviz_core.training.fine_tuning import write_card

HOSTILE = "<script>alert(1)</script> | `x` *b*\n# heading [a](http://b) $5"


def a_run(model="mini", **changes):
    data = lesson("sentence")
    facts = {
        "id": "0" * 16,
        "name": "My run",
        "owner": "",
        "created": "2026-01-01T00:00:00+00:00",
        "task": "sentence",
        "data_name": "rows.csv",
        "fingerprint": data.fingerprint,
        "counts": data.counts,
        "labels": data.labels,
        "model": model,
        "revision": None,
        "settings": QUICK,
        "versions": {"torch": "2.13.0"},
    }
    return LearningRun(**{**facts, **changes})


def a_report():
    score = Interval(value=0.9, low=0.8, high=0.95)
    methods = tuple(
        MethodScore(method=name, scores={"accuracy": score, "macro_f1": score}, seconds=1.0)
        for name in ("majority", "tfidf", "features", "full")
    )
    return LearningReport(
        task="sentence",
        labels=("place", "thing"),
        methods=methods,
        per_class=(),
        confusion=np.eye(2, dtype=np.int64),
        probabilities=None,
        predictions=("place",),
        reliability=None,
        epochs_done=2.0,
        steps_done=10,
        best_step=8,
        training_seconds=12.0,
    )


def test_the_head_names_base_language_and_licence(tmp_path, mini):
    write_card(tmp_path, a_run(), a_report())
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(text.split("---")[1])
    assert head["base_model"] == "mini" and head["pipeline_tag"] == "text-classification"
    card = read_card(tmp_path)
    assert card.languages == mini.info.languages and card.licence == mini.info.licence
    for fact in ("rows\\.csv", a_run().fingerprint, "seed 0", "learning rate 0.001", "torch 2\\.13\\.0"):
        assert fact in text
    assert "0.900 (0.800 to 0.950)" in text and "after step 8" in text


def test_every_language_has_its_card(tmp_path, mini):
    write_card(tmp_path, a_run(), a_report())
    assert "## Cómo aprendió" in read_card_text(tmp_path, "es")
    assert "0,900 (0,800 a 0,950)" in read_card_text(tmp_path, "pt")
    assert read_card_text(tmp_path, "en") == read_card_text(tmp_path)
    for language, heading in (("es", "## Límites"), ("pt", "## Limites"), ("en", "## Limits")):
        with model_zip(tmp_path, "m", language) as file, zipfile.ZipFile(file) as archive:
            assert archive.namelist() == ["m/README.md"]
            card = archive.read("m/README.md")
        assert heading in card.decode() and card_file(tmp_path, language).read_bytes() == card
    assert card_file(tmp_path / "elsewhere") is None


def test_a_card_without_scores_or_base_is_written_too(tmp_path):
    write_card(tmp_path, a_run(model="no/such-model"))
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "What it can do" not in text and "How to load it" in text


def test_names_of_people_are_no_markup(tmp_path):
    write_card(tmp_path, a_run(name=HOSTILE, data_name=HOSTILE, labels=(HOSTILE, "---"), model="mini"))
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "<script>" not in text and "\n# heading" not in text and "](http" not in text.replace("\\", "¶")
    assert text.count("\n---\n") == 1
