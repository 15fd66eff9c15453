"""`surprise` on the command line."""

import json

import pytest

from bertviz_core.cli import main

TEXT = "the compañera 😊 ___"


@pytest.fixture
def run(capsys, checkpoint):
    """Run the command on a tiny model; return its exit status, standard output and standard error."""

    def run_command(*arguments, family="bert"):
        status = main(["surprise", *arguments, "--model", str(checkpoint(family))])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_command


@pytest.mark.parametrize("pair", [[], ["--pair", "the store"]])
@pytest.mark.parametrize("way", ["original", "left_to_right"])
def test_json(run, tiny, pair, way):
    status, out, err = run(TEXT, *pair, "--within-words", way, "--json")
    document = json.loads(out)
    expected = tiny("bert").pseudo_log_likelihood(TEXT, *pair[1:], within_words=way)
    assert status == 0
    assert "😊" in err
    assert set(document) == {
        "model", "text", "within_words", "total", "per_token", "perplexity", "tokens", "unscored", "notes",
    }  # fmt: skip
    assert document["within_words"] == way
    assert document["unscored"] == [{"text": "😊", "token": "[UNK]", "position": 3}]
    assert [note["kind"] for note in document["notes"]] == ["unknown"]
    assert document["text"] == "the compañera 😊 [MASK]"
    for name in ("total", "per_token", "perplexity"):
        assert document[name] == pytest.approx(getattr(expected, name), rel=1e-6)
    assert document["tokens"] == [
        {
            "token": expected.encoding.tokens[place],
            "position": place,
            "log_probability": pytest.approx(expected.log_probabilities[place], rel=1e-6),
            "rank": expected.ranks[place],
        }
        for place in range(len(expected.encoding))
        if expected.scored[place]
    ]


def test_a_table_for_people(run):
    status, out, _ = run(TEXT)
    assert status == 0
    assert out.split()[:4] == ["token", "position", "log_probability", "rank"]
    assert "perplexity" in out
    assert "original" in out
    assert [line.split() for line in out.splitlines() if "[UNK]" in line] == [["[UNK]", "3", "-", "-"]]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((" ",), "no text"),
        (("___",), "blanks only"),
        (("the man", "--within-words", "x"), "left_to_right"),
        (("the man " * 60,), "up to 64 tokens"),
    ],
)
def test_bad_input_ends_with_2_and_a_sentence(run, arguments, says):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert says in err
