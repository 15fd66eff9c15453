"""The layer experiment without a browser: what is said before, meanwhile and after, and of bad files."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.errors import InputError
from bertviz_core.results import PUBLISHED_F1
from bertviz_core.samples.tagging import tagged_sentences
from bertviz_core.ui.downloads import SAVE_MENU
from bertviz_core.ui.words import tagging_input, tagging_job

PATIENCE_S = 240
OpenTagging = Callable[..., AppTest]
ROWS = ("Ana\tB-PER", "vive\tO", "en\tO", "San\tB-LOC", "<b>Juan\tI-LOC", "*ahora*\tO")
OTHER = ("El\tO", "$5\tO", "banco\tO", "de\tO", "Lugo\tB-LOC")
OWN = "\n\n".join("\n".join(rows) for rows in (ROWS, OTHER) * 6)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    tagging_job._runner.clear()
    tagging_input._kept.clear()


@pytest.fixture
def open_tagging(open_page: Callable[..., AppTest]) -> OpenTagging:
    return lambda lang="en", **parameters: open_page("words", lang, view="tagging", **parameters)


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let the experiment begin, and end only when this is set or it is stopped."""
    may_go_on, plain = threading.Event(), tagging_job.compare_features

    def wait_first(engine, sentences, *, tell):
        while not may_go_on.wait(0.02):
            tell(0.2, None)
        return plain(engine, sentences, tell=tell)

    monkeypatch.setattr(tagging_job, "compare_features", wait_first)
    yield may_go_on
    may_go_on.set()


def upload(app: AppTest, text: str, name: str = "mi <b>archivo.conll") -> AppTest:
    app.file_uploader(key="tagging_file").set_value((name, text.encode(), "text/plain")).run()
    assert not app.exception
    return app


def run_to_the_end(app: AppTest) -> AppTest:
    app.button(key="tagging_run").click().run()
    end = time.monotonic() + PATIENCE_S
    while any(button.key == "tagging_stop" for button in app.button):
        assert time.monotonic() < end
        time.sleep(0.2)
        app.run()
        assert not app.exception
    return app


def bars(app: AppTest) -> list[dict]:
    return json.loads(app.get("plotly_chart")[0].proto.spec)["data"]


def captions(app: AppTest) -> str:
    return "\n".join(caption.value for caption in app.caption)


@pytest.mark.parametrize(("lang", "sample"), [("es", "es"), ("en", "en"), ("pt", "es")])
def test_data_and_published_figures_are_shown_before_the_run(
    open_tagging: OpenTagging, lang: str, sample: str
) -> None:
    app = open_tagging(lang)
    assert app.selectbox(key="tagging_data").value == sample
    assert len(app.get("plotly_chart")) == 1
    assert len(bars(app)[2]["hovertext"]) == len(PUBLISHED_F1)
    assert not bars(app)[0]["hovertext"]
    (counts,) = [frame.value for frame in app.dataframe]
    assert set(counts.iloc[:, 0]) == {"PER", "LOC", "ORG"}
    entities = sum(tag.startswith("B-") for sentence in tagged_sentences(sample) for tag in sentence.tags)
    assert counts.iloc[:, 1].sum() == entities
    assert not app.button(key="tagging_run").disabled
    assert not app.warning


def test_a_run_shows_its_numbers_and_is_kept_for_others(open_tagging: OpenTagging) -> None:
    app = run_to_the_end(upload(open_tagging(), OWN))
    assert app.subheader[0].value.startswith("Best single layer: ")
    assert len(app.get("plotly_chart")) == 2
    assert len(bars(app)[0]["hovertext"]) == 8
    assert app.button(key="tagging_run").disabled
    assert "12 sentences, 66 words · LOC 12, PER 6 · 5 folds" in captions(app)
    table = app.dataframe[0].value
    assert len(table) == 13 + 5
    app.session_state[SAVE_MENU] = True
    labels = [button.label for button in app.run().get("download_button")]
    assert labels == ["Scores as CSV", "Scores as JSON"]
    other = upload(open_tagging(), OWN, name="otro.txt")
    assert other.subheader[0].value == app.subheader[0].value


def test_a_run_outlives_other_pages_and_a_reload(open_tagging: OpenTagging, held_up: threading.Event) -> None:
    app = upload(open_tagging(), OWN)
    app.button(key="tagging_run").click().run()
    assert app.button(key="tagging_stop")
    address = dict(app.query_params)
    app.switch_page("masked_words.py").run()
    assert not app.exception
    app.switch_page("words.py").run()
    assert app.button(key="tagging_stop")
    reloaded = open_tagging(tagged=address["tagged"])
    assert reloaded.button(key="tagging_stop")
    assert "archivo" in reloaded.selectbox(key="tagging_data").options[2]
    held_up.set()
    end = time.monotonic() + PATIENCE_S
    while any(button.key == "tagging_stop" for button in reloaded.button):
        assert time.monotonic() < end
        time.sleep(0.2)
        reloaded.run()
    assert reloaded.subheader[0].value.startswith("Best single layer: ")


def test_a_run_can_be_stopped_and_begun_again(open_tagging: OpenTagging, held_up: threading.Event) -> None:
    app = upload(open_tagging(), OWN)
    app.button(key="tagging_run").click().run()
    assert app.button(key="tagging_run").disabled
    app.button(key="tagging_stop").click().run()
    assert not app.exception
    assert "Stopped" in app.info[0].value
    assert not app.button(key="tagging_run").disabled
    held_up.set()
    run_to_the_end(app)
    assert app.subheader[0].value.startswith("Best single layer: ")


def test_a_run_that_fails_says_why(open_tagging: OpenTagging, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(engine, sentences, *, tell):
        raise InputError(
            "The model can read {count} of these sentences; at least {least} are needed.", count=1, least=10
        )

    monkeypatch.setattr(tagging_job, "compare_features", fail)
    app = run_to_the_end(upload(open_tagging(), OWN))
    assert "can read 1 of these" in app.warning[0].value
    assert not app.button(key="tagging_run").disabled


def test_a_file_is_shown_as_written_and_its_words_never_enter_the_address(open_tagging: OpenTagging) -> None:
    app = upload(open_tagging(), OWN)
    assert app.selectbox(key="tagging_data").value not in ("es", "en")
    assert "**San \\<b\\>Juan** :gray[(LOC)]" in captions(app)
    assert "\\*ahora\\*" in captions(app) and "\\$5" in captions(app)
    assert "mi \\<b\\>archivo\\.conll" in "".join(markdown.value for markdown in app.markdown)
    app.session_state["link"] = True
    app.run()
    (link,) = [code.value for code in app.code if "lang=" in code.value]
    named = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    assert (named["view"], named["tagged"]) == ("tagging", app.selectbox(key="tagging_data").value)
    assert "Juan" not in link and "archivo" not in link


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("solo\n", "Line 1 has a word without a tag"),
        ("a O\n\n" * 9, "9 sentences"),
        ("a O\nb O\n\n" * 12, "same tag"),
        ("", "0 sentences"),
    ],
)
def test_a_file_that_cannot_be_used_leaves_everything_as_it_was(
    open_tagging: OpenTagging, text: str, told: str
) -> None:
    app = upload(open_tagging(), text)
    assert told in app.warning[0].value
    assert app.selectbox(key="tagging_data").value == "en"
    assert not app.button(key="tagging_run").disabled


def test_a_second_file_that_cannot_be_used_is_refused_in_words_and_the_first_stays(
    open_tagging: OpenTagging,
) -> None:
    app = upload(open_tagging(), OWN)
    chosen = app.selectbox(key="tagging_data").value
    upload(app, "solo\n", name="otro.conll")
    assert "Line 1 has a word without a tag" in app.warning[0].value
    assert app.selectbox(key="tagging_data").value == chosen
    assert not upload(app, OWN).warning


def test_the_address_chooses_the_sample_and_an_unknown_file_is_told(open_tagging: OpenTagging) -> None:
    app = open_tagging(tagged="es")
    assert app.selectbox(key="tagging_data").value == "es"
    assert app.query_params["tagged"] == "es"
    app = open_tagging(tagged="0123456789abcdef")
    assert app.selectbox(key="tagging_data").value == "en"
    assert "not kept any more" in app.info[0].value
    app.selectbox(key="tagging_data").set_value("es").run()
    assert app.query_params["tagged"] == "es"


def test_classes_of_words_are_scored_by_word(open_tagging: OpenTagging) -> None:
    text = "\n\n".join(
        "El DET\nsol NOUN\nsale VERB" if n % 2 else "La DET\ncasa NOUN\narde VERB" for n in range(14)
    )
    app = run_to_the_end(upload(open_tagging(), text))
    assert app.subheader[0].value.startswith("Best single layer: ")
    assert "F1 of tags, %" in list(app.dataframe[0].value.columns)
    assert "F1 of entities, %" not in list(app.dataframe[0].value.columns)


TREEBANK = "\n".join(
    f"# sent_id = {n}\n1\tmar{n}\t_\tNOUN\tN\tGender=Masc\t0\t_\t_\tSpaceAfter=No\n"
    "2\tva\t_\tVERB\tV\t_\t1\t_\t_\t_\n"
    for n in range(12)
)


def test_of_a_treebank_the_tags_are_chosen(open_tagging: OpenTagging) -> None:
    app = upload(open_tagging(), TREEBANK, name="x.conllu")
    assert "tags from UPOS" in captions(app) and "choose other tags" in captions(app)
    assert set(app.dataframe[0].value.iloc[:, 0]) == {"NOUN", "VERB"}
    (field,) = [box for box in app.selectbox if box.label == "Tags from"]
    assert field.options == ["UPOS", "XPOS", "Gender"]
    field.set_value("Gender").run()
    assert not app.exception and "tags from Gender" in captions(app)
    assert set(app.dataframe[0].value.iloc[:, 0]) == {"Masc", "_"}


def test_another_scheme_can_be_chosen(open_tagging: OpenTagging) -> None:
    app = upload(open_tagging(), "a\tB\nb\tI\nc\tI\nd\tO\n\n" * 12)
    assert "BIO2 without classes" in captions(app)
    assert dict(app.dataframe[0].value.values.tolist()) == {"ENT": 12}

    def scheme() -> object:
        return next(box for box in app.selectbox if box.label == "The tags are")

    scheme().set_value("classes").run()
    assert dict(app.dataframe[0].value.values.tolist()) == {"I": 24, "B": 12, "O": 12}
    scheme().set_value("bioes").run()
    assert not app.exception


def test_the_encoding_of_a_file_is_said_and_can_be_chosen(open_tagging: OpenTagging) -> None:
    app = open_tagging()
    text = "".join(f"José\tB-PER\nvivió{n}\tO\naquí\tO\n\n" for n in range(12))
    app.file_uploader(key="tagging_file").set_value(
        ("viejo.conll", text.encode("cp1252"), "text/plain")
    ).run()
    assert not app.exception and r"read as Windows\-1252" in captions(app)
    (field,) = [box for box in app.selectbox if box.label == "Encoding"]
    field.set_value("cp850").run()
    assert not app.exception and app.session_state["tagging_read"].sentences[0].tokens[0] == "JosÚ"
