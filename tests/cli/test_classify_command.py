"""`classify` on the command line."""

import io
import json
import sys

import fine_tuned_checkpoints
import numpy as np
import pytest

from bertviz_core.cli import main
from bertviz_core.results import TEST, TRAIN, VALIDATION, LearningData, TextExample
from bertviz_core.training.baselines.features import learn_features
from bertviz_core.training.saved_features import load_features, save_features

TEXT = "the compañera 😊 went to the store"


@pytest.fixture
def run(capsys, fine):
    """Run the command on a tiny fine-tuned model; return exit status, standard output and standard error."""

    def run_command(*arguments, task="sentence", model=None):
        folder = model or fine("bert", task).info.id
        capsys.readouterr()  # what was said while the model was built
        status = main(["classify", *arguments, "--model", folder])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_command


@pytest.mark.parametrize("pair", [[], ["--pair", "the man"]])
def test_json_of_a_text_and_of_a_pair(run, fine, pair):
    status, out, err = run(TEXT, *pair, "--json")
    expected = fine().classify(TEXT, *pair[1:])
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert list(document) == ["model", "text", *(["pair"] if pair else []), "label", "probabilities"]
    assert (document["text"], document["label"]) == (TEXT, expected.label)
    assert list(document["probabilities"]) == list(fine_tuned_checkpoints.LABELS)
    assert list(document["probabilities"].values()) == pytest.approx(expected.probabilities.tolist())


def test_standard_input(run, monkeypatch):
    class Standard:
        buffer = io.BytesIO("the man went\n".encode("utf-8-sig"))

    monkeypatch.setattr(sys, "stdin", Standard())
    assert json.loads(run("-", "--json")[1])["text"] == "the man went"


def test_a_table_for_people_ranks_the_classes(run, fine):
    status, out, _ = run(TEXT)
    lines = [line.split() for line in out.splitlines()]
    assert status == 0 and lines[0] == ["class", "probability"]
    assert [line[0] for line in lines[1:]] == [label for label, _p in fine().classify(TEXT).ranked()]


def test_tags(run, fine):
    document = json.loads(run(TEXT, "--json", task="tagging")[1])
    expected = fine("bert", "tagging").tag(TEXT)
    assert [word["word"] for word in document["words"]] == list(expected.words)
    assert [word["tag"] for word in document["words"]] == list(expected.tags)
    assert [TEXT[word["start"] : word["end"]] for word in document["words"]] == list(expected.words)
    assert [entity["kind"] for entity in document["entities"]] == [e.kind for e in expected.entities]
    assert run(TEXT, task="tagging")[1].split()[:3] == ["word", "tag", "probability"]


def test_answers(run, fine):
    status, out, _ = run("where", "--context", TEXT, "--top-k", "2", "--json", task="question")
    document = json.loads(out)
    expected = fine("bert", "question").answer("where", TEXT, top_k=2)
    assert status == 0 and len(document["answers"]) == 2
    assert document["answers"][0]["text"] == expected.answers[0].text
    assert document["answers"][0]["probability"] == pytest.approx(expected.answers[0].probability)
    assert run("where", "--context", TEXT, task="question")[1].startswith("answer")


@pytest.mark.parametrize(
    ("arguments", "task", "says"),
    [
        ((" ",), "sentence", "no text"),
        ((TEXT,), "pair", "second"),
        ((TEXT, "--context", "x"), "sentence", "--context"),
        ((TEXT, "--pair", "x"), "tagging", "--pair"),
        ((TEXT,), "question", "--context"),
        (("-", "--pair", "-"), "sentence", "Only one text"),
    ],
)
def test_what_has_to_change_is_told(run, arguments, task, says):
    status, out, err = run(*arguments, task=task)
    assert (status, out) == (2, "")
    assert says in err


@pytest.mark.parametrize("task", ["sentence", "pair"])
def test_a_classifier_on_a_frozen_model(run, tmp_path, checkpoint, tiny, task):
    """Learn it, keep it, and ask it for what the library says of the same text."""
    pair = "the store" if task == "pair" else None
    words = ("man", "milk", "bank", "river", "sun")
    examples = tuple(
        TextExample(text=f"the {words[n % 5]} {'went' * (n % 2)} {n}", label="ab"[n % 2], pair=pair)
        for n in range(40)
    )
    data = LearningData(
        task=task,
        name="own",
        examples=examples,
        labels=("a", "b"),
        parts=np.repeat([TRAIN, VALIDATION, TEST], [30, 4, 6]).astype(np.int8),
        seed=0,
    )
    engine, base = tiny("bert"), str(checkpoint("bert"))
    save_features(tmp_path, learn_features(engine, data), data, base=base)
    asked = TextExample(text="the man went", label="", pair=pair)
    expected = load_features(tmp_path).probabilities(engine, [asked])[0]
    options = ["--pair", pair] if pair else []
    status, out, err = run("the man went", *options, "--json", model=str(tmp_path))
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert (document["model"], document["text"]) == (str(tmp_path), "the man went")
    assert list(document["probabilities"]) == ["a", "b"]
    assert list(document["probabilities"].values()) == pytest.approx(expected.tolist(), abs=1e-6)
    assert document["label"] == "ab"[int(expected.argmax())]
    assert run("the man went", "--context", "x", *options, model=str(tmp_path))[0] == 2
    if pair:
        assert run("the man went", model=str(tmp_path))[0] == 2


def test_a_model_that_learned_nothing_is_told(run):
    status, _, err = run(TEXT, model="mini")
    assert status == 2 and "not fine-tuned" in err


def test_a_long_text_is_cut_and_told(run):
    status, out, err = run("the man " * 60, "--json")
    assert status == 0 and "Cut at 64 tokens" in err
    assert json.loads(out)["label"] in fine_tuned_checkpoints.LABELS
