"""`finetune` learns from files of every task, and leaves a model that opens."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
import torch
from small_lessons import lesson
from transformers import AutoModelForSequenceClassification

from bertviz_core.cli import main
from bertviz_core.engine import load_engine
from bertviz_core.results import TEST, TextExample
from bertviz_core.training.fine_tuning import predict
from bertviz_core.training.saved_features import load_features

QUICK = ["--epochs", "2", "--batch-size", "8", "--max-tokens", "32", "--json"]


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def write_table(path: Path, task: str, separator: str = ",") -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=separator)
        writer.writerow(["Mensaje", "Segundo", "Clase"])
        for number, example in enumerate(lesson(task, 48).examples):
            writer.writerow([f"{example.text} {number}", example.pair or "", example.label])
    return path


def finetune(capsys, *arguments):
    status = main(["finetune", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.mark.parametrize("mode", ["full", "last_layers", "lora", "features"])
def test_a_table_of_texts(checkpoint, tmp_path, capsys, mode):
    table, output = write_table(tmp_path / "rows.csv", "sentence"), tmp_path / "out"
    names = ["--text-column", "mensaje", "--label-column", "Clase", "--mode", mode, "--output", output]
    arguments = ["--data", table, "--model", checkpoint("bert"), *names, *QUICK]
    status, out, err = finetune(capsys, *arguments)
    assert status == 0, err
    document = json.loads(out)
    scores = {"accuracy", "macro_f1", "majority", "tfidf"}
    assert set(document) - {"notes"} == scores | {"ranges", "comparisons", "rows", "output"}
    assert set(document["ranges"]) == scores
    assert all(0 <= low <= document[name] <= high <= 1 for name, (low, high) in document["ranges"].items())
    assert [one["method"] for one in document["comparisons"]] == ["majority", "tfidf"]
    for one in document["comparisons"]:
        lead = document["accuracy"] - document[one["method"]]
        assert one["difference"]["value"] == pytest.approx(lead, abs=1e-9)
        assert (one["better"] - one["worse"]) / document["rows"] == pytest.approx(lead, abs=1e-9)
    assert document["output"] == str(output) and 5 <= document["rows"] <= 15
    facts = json.loads((output / "bert_scope.json").read_text())
    assert facts["labels"] == ["place", "thing"] and facts["task"] == "sentence"
    if mode == "features":
        saved = load_features(output)
        rows = [TextExample(text="the banco is and", label=""), TextExample(text="the milk is", label="")]
        shares = saved.probabilities(load_engine(saved.base), rows)
        np.testing.assert_allclose(shares.sum(axis=1), 1)
        return
    network = AutoModelForSequenceClassification.from_pretrained(output)
    assert network.config.id2label == {0: "place", 1: "thing"}
    assert (
        "license" in (output / "README.md").read_text() or "base_model" in (output / "README.md").read_text()
    )
    assert not (output / ".learning").exists()
    own = {name: "mine" for name in ("notes.txt", "predictions.json", "train.txt", "thoughts.md")}
    for name, text in own.items():
        (output / name).write_text(text)
    (output / "model-00002-of-00002.safetensors").write_bytes(b"of a larger model before")
    again = finetune(capsys, *arguments)[1]
    assert json.loads(again) == document
    assert {name: (output / name).read_text() for name in own} == own
    assert not (output / "model-00002-of-00002.safetensors").exists()


def test_what_was_left_out_while_reading_is_told(checkpoint, tmp_path, capsys, settings):
    settings(max_rows="40")
    table = write_table(tmp_path / "rows.csv", "sentence")
    lines = table.read_text(encoding="utf-8").splitlines()
    lines[3:3] = ["", "only one cell \ufffd", ""]
    table.write_text("\n".join(lines), encoding="utf-8")
    names = ["--text-column", "Mensaje", "--label-column", "Clase", "--mode", "features"]
    options = [*names, "--model", checkpoint("bert"), "--output", tmp_path / "out", "--json"]
    status, out, err = finetune(capsys, "--data", table, *options)
    assert status == 0, err
    assert json.loads(out)["rows"] == 8
    assert "Only the first 40 rows are read" in err
    assert "Empty rows, left out: 2" in err
    assert "cells than the others, made even: 1" in err
    assert "Signs that cannot be read: 1" in err
    assert "Rows without a text or a label, left out: 1" in err


def test_pairs_tags_and_questions(checkpoint, tmp_path, capsys):
    pairs = write_table(tmp_path / "rows.tsv", "pair", "\t")
    conll = tmp_path / "tags.conll"
    sentences = [zip(e.tokens, e.tags, strict=True) for e in lesson("tagging", 48).examples]
    conll.write_text(
        "\n\n".join("\n".join(f"{a}{n} {b}" for a, b in rows) for n, rows in enumerate(sentences))
    )
    squad = tmp_path / "squad.json"
    paragraphs = [
        {
            "context": f"{e.context} {n}",
            "qas": [
                {
                    "question": e.question,
                    "answers": [{"text": a.text, "answer_start": a.start} for a in e.answers],
                }
            ],
        }
        for n, e in enumerate(lesson("question", 36).examples)
    ]
    squad.write_text(json.dumps({"data": [{"title": "x", "paragraphs": paragraphs}]}))
    for options, scores in (
        (["--data", pairs, "--pair-column", "Segundo"], {"accuracy", "macro_f1", "majority", "tfidf"}),
        (["--data", conll, "--task", "tagging"], {"entity_f1", "word_accuracy", "majority", "word_list"}),
        (["--data", squad, "--task", "question"], {"exact_match", "f1", "similar_sentence"}),
    ):
        output = tmp_path / options[1].suffix
        status, out, err = finetune(
            capsys, *options, "--model", checkpoint("bert"), "--output", output, *QUICK
        )
        assert status == 0, err
        assert set(json.loads(out)) - {"ranges", "comparisons", "rows", "output", "notes"} == scores
        assert load_engine(str(output)).info.has_mlm_head


def test_a_treebank_is_read_by_its_columns(checkpoint, tmp_path, capsys):
    treebank = tmp_path / "x.conllu"
    rows = "1\t{a}\t_\tNOUN\tN\t{f}\t0\t_\t_\t_\n2-3\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
    rows += "2\tde\t_\tADP\tS\t_\t1\t_\t_\tSpaceAfter=No\n3\tel\t_\tDET\tD\t_\t1\t_\t_\t_\n\n"
    words = ["mar" + "abcdef"[n % 6] * (1 + n // 6) for n in range(30)]
    genders = ["Gender=" + ("Fem" if n % 3 else "Masc") for n in range(30)]
    treebank.write_text("".join(rows.format(a=a, f=f) for a, f in zip(words, genders, strict=True)))
    model = ["--model", checkpoint("bert"), "--task", "tagging", *QUICK]
    for options, labels, said in (
        ([], ["ADP", "DET", "NOUN"], "tags from UPOS"),
        (["--tags", "gender"], ["_", "Fem", "Masc"], "tags from Gender"),
    ):
        output = tmp_path / f"out{len(options)}"
        status, out, err = finetune(capsys, "--data", treebank, *options, *model, "--output", output)
        assert status == 0, err
        facts = json.loads((output / "bert_scope.json").read_text())
        assert sorted(facts["labels"]) == sorted(labels)
        (note,) = json.loads(out)["notes"]
        assert said in note["text"] and said in err and "--tags" in err and note["kind"] == "columns"
    status, out, err = finetune(
        capsys, "--data", treebank, *model, "--output", tmp_path / "no", "--tags", "Tense"
    )
    assert status == 2 and "upos, xpos, Gender" in err
    for wrong in ("--tags", "--scheme"):
        table = write_table(tmp_path / "rows.csv", "sentence")
        value = "upos" if wrong == "--tags" else "bio2"
        status, out, err = finetune(
            capsys, "--data", table, "--output", tmp_path / "no", "--model", checkpoint("bert"), wrong, value
        )
        assert status == 2 and "--task tagging" in err


def test_requests_that_have_to_change(checkpoint, tmp_path, capsys):
    table = write_table(tmp_path / "rows.csv", "sentence")
    model = ["--model", str(checkpoint("bert")), "--output", str(tmp_path / "out")]
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    for arguments, said in (
        (["--data", table, "--text-column", "nothing", *model], "Mensaje, Segundo, Clase"),
        (["--data", table, *model, "--epochs", "0"], "epochs"),
        (["--data", table, *model, "--learning-rate", "nan"], "learning_rate"),
        (["--data", table, *model, "--max-tokens", "100000"], "max_tokens"),
        (["--data", table, *model[:2], "--output", tmp_path / "full"], "holds other files"),
        (["--sample", "nothing", *model], "nothing"),
        (["--data", table, *model, "--task", "question"], "SQuAD"),
    ):
        status, out, err = finetune(capsys, *arguments)
        assert status == 2 and said in err and not out and "Traceback" not in err
    assert finetune(capsys, "--data", tmp_path / "no.csv", *model)[0] == 2
    assert (tmp_path / "full" / "thesis.txt").read_text() == "mine"


def test_a_learning_rate_that_breaks_the_weights_is_told(checkpoint, tmp_path, capsys, monkeypatch):
    from bertviz_core.training.fine_tuning import learning_trainer

    monkeypatch.setattr(learning_trainer, "task_loss", lambda scores, *others: scores.sum() * float("nan"))
    table = write_table(tmp_path / "rows.csv", "sentence")
    status, _, err = finetune(
        capsys, "--data", table, "--model", checkpoint("bert"), "--output", tmp_path / "out", *QUICK
    )
    assert status == 2 and "lower learning rate" in err


def test_what_is_predicted_does_not_hang_on_the_other_examples(checkpoint, tmp_path, capsys):
    table, output = write_table(tmp_path / "rows.csv", "sentence"), tmp_path / "out"
    finetune(capsys, "--data", table, "--model", checkpoint("bert"), "--output", output, *QUICK)
    data = lesson("sentence", 48)
    held = data.part(TEST)
    together = predict(output, held, data).probabilities
    alone = np.concatenate([predict(output, [example], data).probabilities for example in held[:3]])
    np.testing.assert_allclose(together[:3], alone, atol=1e-5)
