"""`embed` on the command line."""

import io
import json

import numpy as np
import pytest

from bertviz_core.cli import main

LINES = "Saqué dinero del banco.\n\nEl sol sale.\r\nBanco y banco.\n".encode()


@pytest.fixture
def run(capsys, checkpoint, tmp_path):
    """Run the command on a file; return its exit status, standard output and standard error."""
    folder = str(checkpoint("bert"))
    capsys.readouterr()  # what building it said

    def run_command(*arguments, data=LINES):
        (tmp_path / "sentences.txt").write_bytes(data)
        status = main(["embed", *arguments, "--model", folder, str(tmp_path / "sentences.txt")])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_command


@pytest.mark.parametrize("layers", ["concat_last_4", "last", "2", "0", "static"])
def test_json(run, tiny, layers):
    status, out, err = run("--word", "banco", "--layers", layers, "--json")
    document = json.loads(out)
    choice = int(layers) if layers.isdigit() else layers
    sentences = ["Saqué dinero del banco.", "El sol sale.", "Banco y banco."]
    expected = tiny("bert").embed_word(sentences, "banco", layers=choice)
    assert (status, err) == (0, "")
    assert set(document) == {"model", "word", "layers", "match_case", "forms", "dimension", "occurrences"}
    assert (document["word"], document["layers"]) == ("banco", choice)
    assert document["dimension"] == expected.vectors.shape[1]
    assert [(o["sentence"], o["start"], o["end"]) for o in document["occurrences"]] == [
        (sentences[0], 17, 22),
        (sentences[2], 0, 5),
        (sentences[2], 8, 13),
    ]
    for row, occurrence in enumerate(document["occurrences"]):
        assert set(occurrence) == {"sentence", "start", "end", "vector"}
        np.testing.assert_allclose(occurrence["vector"], expected.vectors[row], rtol=1e-6)


def test_options(run):
    _, out, _ = run("--word", "banco", "--match-case", "--json")
    assert [o["start"] for o in json.loads(out)["occurrences"]] == [17, 8]
    _, out, _ = run("--word", "bancos", "--forms", "es", "--json")
    assert len(json.loads(out)["occurrences"]) == 3


def test_a_table_for_people(run):
    status, out, err = run("--word", "banco")
    assert status == 0
    assert out.splitlines()[0].split() == ["start", "end", "norm", "sentence"]
    assert len(out.splitlines()) == 4
    assert err == "Sentences without the word within the model's length: 1\n"


def test_standard_input(run, monkeypatch, checkpoint, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LINES), encoding="utf-8"))
    assert main(["embed", "--word", "sol", "--json", "--model", str(checkpoint("bert")), "-"]) == 0
    assert len(json.loads(capsys.readouterr().out)["occurrences"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--word", "queso"], "none of these sentences"),
        (["--word", " "], "no word yet"),
        (["--word", "banco", "--layers", "9"], "choose a layer from 0 to 3"),
        (["--word", "banco", "--layers", "9" * 5000], "choose a layer from 0 to 3"),
        (["--word", "banco", "--layers", "first"], "choose a layer from 0 to 3"),
        (["--word", "banco", "--forms", "de"], "es, en, pt"),
    ],
)
def test_a_bad_request_is_refused(run, arguments, message):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_file_that_is_no_text_is_refused(run):
    status, _, err = run("--word", "banco", data=b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert status == 2
    assert "not text" in err


@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman", "cp850", "utf-16"])
def test_other_encodings_are_read_and_told(run, encoding):
    sentences = ["El niño y el banco.", "El banco\u2028cerró." if encoding == "utf-16" else "El banco cerró."]
    data = "\n".join(sentences).encode(encoding)
    status, out, err = run("--word", "banco", "--json", data=data)
    document = json.loads(out)
    assert [occurrence["sentence"] for occurrence in document["occurrences"]] == sentences
    if encoding == "utf-16":
        assert (status, err) == (0, "")
        return
    (note,) = document["notes"]
    assert note["kind"] == "encoding" and "--encoding" in note["option"]
    assert note["text"] in err and "--encoding" in err
    assert run("--word", "banco", "--json", "--encoding", encoding, data=data)[2] == ""
    status, _, err = run("--word", "banco", "--encoding", "klingon", data=data)
    assert status == 2 and "no encoding" in err


def test_a_column_of_a_table_is_read_and_told(run):
    data = "id;frase;etiqueta\n" + "".join(f"{n};El banco {n}, otro;{'xy'[n % 2]}\n" for n in range(9))
    _, out, err = run("--word", "banco", "--json", "--separator", ";", data=data.encode())
    document = json.loads(out)
    assert document["occurrences"][0]["sentence"] == "El banco 0, otro"
    assert [note["kind"] for note in document["notes"]] == ["columns"]
    assert "“frase”" in err and "--text-column" in err
    options = ["--text-column", "frase", "--separator", ";", "--json"]
    assert run("--word", "banco", *options, data=data.encode())[2] == ""
