"""`fill-mask` over a pair, and with all blanks filled together."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from bertviz_core.cli import main
from bertviz_core.engine import BertEngine

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, checkpoint: Callable[..., Path]
) -> Ask:
    """Ask the tiny model to fill blanks; return exit status, standard output and standard error."""
    folder = str(checkpoint("bert"))
    capsys.readouterr()  # what building it says

    def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(["fill-mask", *arguments, "--model", folder])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_a_pair_is_read_with_the_text(ask: Ask, tiny: Callable[..., BertEngine]) -> None:
    status, out, err = ask("the man", "--pair", "the ___ store", "--json")
    document = json.loads(out)
    (mask,) = tiny("bert").fill_mask("the man", pair="the ___ store").masks
    assert (status, err) == (0, "")
    assert set(document) == {"model", "text", "pair", "masks"}
    assert (document["text"], document["pair"]) == ("the man", "the [MASK] store")
    assert document["masks"] == [
        {
            "index": mask.index,
            "predictions": [{"token": p.token, "probability": p.probability} for p in mask.predictions],
        }
    ]
    assert json.loads(ask("the man", "--pair", "-", "--json", stdin=b"the ___ store")[1]) == document


def test_a_blank_at_the_end_is_read_as_if_the_sentence_ended(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "En verano comemos mucho [MASK]"
    for more in ([], ["--joint"]):
        assert main(["fill-mask", text, "--json", "--top-k", "3", *more]) == 0
        captured = capsys.readouterr()
        document = json.loads(captured.out)
        assert document["text"] == f"{text}."
        assert [note["kind"] for note in document["notes"]] == ["sentence_end"]
        assert "--literal" in captured.err
        assert main(["fill-mask", text, "--json", "--top-k", "3", "--literal", *more]) == 0
        captured = capsys.readouterr()
        document = json.loads(captured.out)
        assert (document["text"], captured.err) == (text, "") and "notes" not in document
        if not more:
            assert document["masks"][0]["predictions"][0]["token"] == "."


def test_a_blank_beyond_the_length_is_told(ask: Ask) -> None:
    status, out, err = ask("the man " * 60 + "went to the ___ store", "--json")
    assert status == 0
    assert [note["kind"] for note in json.loads(out)["notes"]] == ["window"]
    assert "left out" in err


def test_all_blanks_together(ask: Ask, tiny: Callable[..., BertEngine]) -> None:
    status, out, err = ask("the ___ sai ___ man", "--joint", "--beams", "3", "--top-k", "2", "--json")
    document = json.loads(out)
    expected = tiny("bert").fill_jointly("the ___ sai ___ man", beams=3, top_k=2)
    assert (status, err) == (0, "")
    assert set(document) == {"model", "text", "pair", "blanks", "beams", "fillings", "alone"}
    assert (document["blanks"], document["beams"], document["pair"]) == ([2, 4], 3, None)
    assert document["fillings"] == [json.loads(json.dumps(asdict(f))) for f in expected.fillings]
    assert document["alone"]["text"] == expected.alone.text


def test_people_read_the_filled_in_texts(ask: Ask, tiny: Callable[..., BertEngine]) -> None:
    status, out, _ = ask("the ___ man", "--pair", "sai ___", "--joint")
    best = tiny("bert").fill_jointly("the ___ man", pair="sai ___").fillings[0]
    lines = out.splitlines()
    assert status == 0
    assert len(lines) == 1 + 5 + 1
    assert f"{best.text} / {best.pair}" in lines[1]
    assert lines[-1].startswith("alone")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--beams", "5"), "belongs to --joint"),
        (("--joint", "--beams", "21"), "beams must be between 1 and 20"),
        (("--joint", "--beams", "0"), "beams must be between 1 and 20"),
        (("--joint", "--top-k", "21"), "fillings must be between 1 and 20"),
        (("--joint", "--candidate", "man"), "Leave it out"),
    ],
)
def test_what_does_not_go_together_ends_with_2(ask: Ask, options: tuple[str, ...], says: str) -> None:
    status, out, err = ask("the ___ man ___", *options)
    assert (status, out) == (2, "")
    assert says in err


def test_an_unknown_candidate_is_told_and_does_not_lose_the_others(ask: Ask) -> None:
    arguments = ("the ___ went", "--candidate", "🦥", "--candidate", "man")
    status, out, err = ask(*arguments, "--json")
    (mask,) = json.loads(out)["masks"]
    assert status == 0
    assert [candidate["word"] for candidate in mask["candidates"]] == ["man"]
    assert [word["word"] for word in mask["unscored"]] == ["🦥"]
    assert "cannot be scored" in mask["unscored"][0]["reason"]
    assert "“🦥” cannot be scored" in err
    assert ["🦥", "-"] in [line.split() for line in ask(*arguments)[1].splitlines()]


def test_the_document_names_the_heads_that_are_off(ask: Ask) -> None:
    assert json.loads(ask("the ___", "--json", "--without-head", "0.1")[1])["without_heads"] == ["0.1"]
    assert json.loads(ask("the ___", "--json", "--joint", "--without-head", "0.1")[1])["without_heads"]
