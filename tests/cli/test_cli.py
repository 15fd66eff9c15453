"""The command line: JSON as promised, messages apart from answers, exit statuses, no tracebacks."""

import io
import json
import subprocess
import sys

import numpy as np
import pytest

from bertviz_core.cli import main


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command; return its exit status, standard output and standard error."""

    def run_command(*arguments, stdin=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(arguments)
        except SystemExit as stop:  # argparse's way out
            status = stop.code
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return run_command


@pytest.fixture(scope="module")
def folder(checkpoint):
    return str(checkpoint("bert"))


@pytest.mark.parametrize("pair", [[], ["--pair", "the store"]])
def test_heads(run, folder, tiny, pair):
    status, out, err = run("heads", "the man went", *pair, "--json", "--model", folder)
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert set(document) == {"model", "tokens", "heads"}
    expected = tiny("bert").head_statistics("the man went", *pair[1:])
    assert document["tokens"] == list(expected.encoding.tokens)
    assert [(row.pop("layer"), row.pop("head")) for row in document["heads"]] == [
        (layer, head) for layer in range(3) for head in range(4)
    ]
    for name, values in expected.arrays.items():
        assert [row.pop(name) for row in document["heads"]] == values.ravel().tolist()
    assert document["heads"] == [{}] * 12


def test_answers_without_heads(run, folder, tiny):
    options = ["--without-head", "0.1", "--without-head", "2.3", "--json", "--model", folder]
    without = tiny("bert").without_heads([(0, 1), (2, 3)])
    status, out, err = run("fill-mask", "the ___ went", *options)
    (mask,) = without.fill_mask("the ___ went").masks
    assert (status, err) == (0, "")
    assert json.loads(out)["masks"][0]["predictions"] == [
        {"token": p.token, "probability": p.probability} for p in mask.predictions
    ]
    status, out, _ = run("next-sentence", "the man", "the store", *options)
    assert status == 0
    assert json.loads(out)["is_next"] == without.next_sentence("the man", "the store").is_next


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("3.0", "no such head"),
        ("1", "LAYER.HEAD"),
        ("a.b", "LAYER.HEAD"),
        ("1.2.3", "LAYER.HEAD"),
        ("", "LAYER"),
    ],
)
def test_a_head_that_is_not_there_is_told(run, folder, written, said):
    status, out, err = run("fill-mask", "the ___", "--without-head", written, "--model", folder)
    assert (status, out) == (2, "")
    assert said in err


def test_heads_as_a_table(run, folder):
    status, out, _ = run("heads", "the man went", "--model", folder)
    headings, *rows = (line.split() for line in out.splitlines())
    assert status == 0
    assert headings[:3] == ["layer", "head", "entropy"] and "across" not in headings
    assert [row[:2] for row in rows[:5]] == [["0", "0"], ["0", "1"], ["0", "2"], ["0", "3"], ["1", "0"]]


def test_fill_mask(run, folder, tiny):
    status, out, err = run("fill-mask", "the [mask] went", "--top-k", "3", "--json", "--model", folder)
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert set(document) == {"model", "text", "masks"}
    assert (document["model"], document["text"]) == (folder, "the [MASK] went")
    (mask,) = document["masks"]
    expected = tiny("bert").fill_mask("the [MASK] went", top_k=3).masks[0]
    assert mask["index"] == expected.index == 2
    assert mask["predictions"] == [
        {"token": p.token, "probability": pytest.approx(p.probability, rel=1e-4)}
        for p in expected.predictions
    ]


def test_candidates(run, folder):
    arguments = ("fill-mask", "the ___", "--candidate", "ñandú", "--candidate", "banco", "--model", folder)
    _, out, _ = run(*arguments, "--json")
    assert [c["word"] for c in json.loads(out)["masks"][0]["candidates"]] == ["ñandú", "banco"]
    _, table, _ = run(*arguments)
    assert "ñandú" in table


def test_next_sentence(run, folder):
    status, out, _ = run("next-sentence", "the man went", "the store", "--json", "--model", folder)
    document = json.loads(out)
    assert status == 0
    assert set(document) == {"model", "is_next", "not_next"}
    assert document["is_next"] + document["not_next"] == pytest.approx(1)


def test_several_second_sentences_are_ranked(run, folder, tiny):
    seconds = ["the store", "banco", "the store", "il banco"]
    status, out, _ = run("next-sentence", "the man went", *seconds, "--json", "--model", folder)
    document = json.loads(out)
    assert status == 0
    assert (document["first"], document["model"]) == ("the man went", folder)
    engine = tiny("bert")
    answers = {second: engine.next_sentence("the man went", second).is_next for second in seconds}
    expected = sorted(seconds, key=lambda second: -answers[second])
    assert [row["second"] for row in document["candidates"]] == expected
    for row in document["candidates"]:
        assert row["is_next"] == pytest.approx(answers[row["second"]], abs=1e-5)


def test_attention_with_its_weights(run, folder, tiny, tmp_path):
    file = tmp_path / "weights.npz"
    status, out, _ = run(
        "attention", "the man", "--pair", "banco", "--json", "--output", str(file), "--model", folder
    )
    assert status == 0
    assert json.loads(out) == {
        "model": folder,
        "tokens": ["[CLS]", "the", "man", "[SEP]", "banco", "[SEP]"],
        "segment_ids": [0, 0, 0, 0, 1, 1],
        "layers": 3,
        "heads": 4,
    }
    weights = np.load(file)["weights"]
    assert weights.dtype == np.float32
    np.testing.assert_allclose(weights, tiny("bert").attention("the man", "banco").weights, atol=1e-6)


def test_tokens(run, folder):
    status, out, _ = run("tokens", "ñandú 😊", "--json", "--model", folder)
    document = json.loads(out)
    assert status == 0
    assert document["tokens"] == ["[CLS]", "ñ", "##a", "##n", "##d", "##ú", "[UNK]", "[SEP]"]
    assert document["surfaces"][6] == "😊"
    assert document["unknown"][6] is True


def test_models(run, folder):
    _, out, _ = run("models", "--json")
    assert json.loads(out)["models"][0]["id"] == "mini"
    _, out, _ = run("models", "--json", "--model", folder)
    assert json.loads(out)["layers"] == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("tokens", "the man"),
        ("attention", "the man"),
        ("fill-mask", "the ___"),
        ("next-sentence", "the man", "banco"),
        ("next-sentence", "the man", "banco", "sol"),
        ("models",),
    ],
)
def test_people_get_a_table(run, folder, arguments):
    status, out, _ = run(*arguments, "--model", folder)
    assert status == 0
    assert len(out.splitlines()) > 2


def test_a_text_comes_from_standard_input(run, folder):
    _, out, _ = run("tokens", "-", "--json", "--model", folder, stdin="\ufeffcompañera\n".encode())
    assert json.loads(out)["text"] == "compañera"
    _, out, _ = run("tokens", "the man", "--pair", "-", "--json", "--model", folder, stdin=b"banco")
    assert json.loads(out)["pair"] == "banco"


def test_what_was_cut_is_told_beside_the_answer(run, folder):
    status, out, err = run("attention", "man " * 70 + "banco", "--json", "--model", folder)
    assert status == 0
    assert len(json.loads(out)["tokens"]) == 64
    assert "banco" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("fill-mask", "no blank here"), "___"),
        (("fill-mask", "___", "--top-k", "0"), "between 1"),
        (("fill-mask", "___", "--top-k", "many"), "top-k"),
        (("tokens", " "), "Write"),
        (("next-sentence", "a", ""), "Write"),
        (("next-sentence", "man " * 40, "man " * 40), "64"),
        (("next-sentence", "-", "-"), "standard input"),
        (("tokens",), "TEXT"),
        (("nonsense",), "invalid choice"),
        ((), "required"),
    ],
)
def test_bad_input_ends_with_2_and_a_sentence(run, folder, arguments, says):
    status, out, err = run(*arguments, *(("--model", folder) if len(arguments) > 1 else ()))
    assert (status, out) == (2, "")
    assert says in err


def test_input_that_is_no_text_ends_with_2(run, folder):
    status, _, err = run("tokens", "-", "--model", folder, stdin=b"\x00\x01\x02")
    assert status == 2
    assert "not text" in err


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-16-le", "utf-8-sig"])
def test_standard_input_is_read_in_its_encoding(run, folder, encoding):
    text = "La mañana y el niño, la compañía y el año"
    status, out, err = run("tokens", "-", "--json", "--model", folder, stdin=f"{text}\r\n".encode(encoding))
    assert (status, json.loads(out)["text"]) == (0, text)
    assert ("is no UTF-8" in err) == (encoding == "latin-1")


def test_a_model_that_is_none_ends_with_2(run, tmp_path):
    status, out, err = run("tokens", "a", "--model", str(tmp_path))
    assert (status, out) == (2, "")
    assert str(tmp_path) in err


def test_a_head_that_is_missing_ends_with_2(run, checkpoint):
    status, _, err = run("next-sentence", "a", "b", "--model", str(checkpoint("roberta")))
    assert status == 2
    assert "mini" in err


def test_a_folder_that_is_not_there_ends_with_2(run, folder, tmp_path):
    status, out, err = run("attention", "man", "--output", str(tmp_path / "no" / "x.npz"), "--model", folder)
    assert (status, out) == (2, "")
    assert "x.npz" in err


def test_what_nobody_foresaw_ends_with_1_and_no_traceback(run, folder, monkeypatch):
    def fail(*arguments, **options):
        raise ZeroDivisionError("hm")

    monkeypatch.setattr("bertviz_core.engine.BertEngine.encode", fail)
    status, out, err = run("tokens", "a", "--model", folder)
    assert (status, out) == (1, "")
    assert "ZeroDivisionError" in err


def test_control_characters_do_not_reach_the_terminal(run, folder):
    _, out, _ = run("tokens", "man\x1b[31m", "--model", folder)
    assert "\x1b" not in out
    _, _, err = run("tokens", "man", "--model", "/no/\x1b[31m/where")
    assert "\x1b" not in err


def test_a_setting_that_makes_no_sense_ends_with_2_and_its_name(run, settings):
    settings(cache_bytes="many")
    status, out, err = run("models")
    assert (status, out) == (2, "")
    assert "BERTSCOPE_CACHE_BYTES" in err


def test_commands_of_other_rooms_are_listed_and_called(run):
    status, out, _ = run("--help")
    assert status == 0
    assert "pretrain" in out
    status, out, _ = run("pretrain", "--help")
    assert status == 0
    assert "convert" in out


def test_as_people_call_it(folder):
    command = [sys.executable, "-m", "bertviz_core", "fill-mask", "-", "--json", "--model", folder]
    result = subprocess.run(command, input="the ___ 😊".encode(), capture_output=True, timeout=200)
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["text"] == "the [MASK] 😊"


def test_what_is_printed_goes_nowhere_where_the_output_is_closed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["models"]) == 0
    sys.stdout.close()
    monkeypatch.undo()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["no.txt", ".", "pyproject.toml/no.txt"])
def test_a_file_that_is_not_there_is_a_bad_request(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["embed", "--word", "banco", name]) == 2
    assert name in capsys.readouterr().err
