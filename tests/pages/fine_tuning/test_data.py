"""The view of the data: what is chosen or brought, what is told of it, and what a bad file does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from page_reader import chart_numbers, link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.training.data.samples import SAMPLES, sample_data

OpenData = Callable[..., AppTest]
HOSTILE = "</script><img src=x onerror=alert(1)> $5 and $6 *x*"
GOOD = [f"{HOSTILE} {n}\t{'<b>spam</b>' if n % 2 else '$ham$'}" for n in range(40)]


@pytest.fixture
def open_data(open_page: Callable[..., AppTest], data_folder: Path) -> OpenData:
    def open_it(lang: str = "en", **parameters: str) -> AppTest:
        return open_page("fine_tuning", lang, view="data", **parameters)

    return open_it


def said(app: AppTest) -> str:
    elements = (*app.markdown, *app.caption, *app.subheader, *app.info, *app.warning)
    return "\n".join(element.value for element in elements)


def problems(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.error, *app.warning, *app.info))


def field(app: AppTest, kind: str, name: str) -> object:
    (found,) = (element for element in getattr(app, kind) if (element.key or "").startswith(name))
    return found


def counted(app: AppTest) -> int:
    """Add what the bars of all classes and parts say."""
    bars = json.loads(app.get("plotly_chart")[0].proto.spec)["data"][:3]
    return int(sum(chart_numbers(bar["x"]).sum() for bar in bars))


def paste(app: AppTest, rows: list[str]) -> AppTest:
    app.text_area(key="own_pasted").set_value("\n".join(rows)).run()
    app.button(key="own_take_pasted").click().run()
    assert not app.exception
    return app


def test_the_first_set_is_shown_at_once(open_data: OpenData) -> None:
    app = open_data()
    data = sample_data("spam").data
    train, validation, test = data.counts
    assert f"{len(data.examples)} examples" in said(app)
    assert f"{train} to learn from, {validation} to validate, {test} held out" in said(app)
    assert "written for teaching" in said(app)
    assert counted(app) == len(data.examples)
    table = app.dataframe[0].value
    own_first = sorted(data.examples, key=lambda example: example.language != "en")
    assert table["Text"].tolist() == [example.text for example in own_first[: len(table)]]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("lang", ["es", "pt"])
def test_every_written_set_is_shown_in_every_language(open_data: OpenData, name: str, lang: str) -> None:
    app = open_data(lang, data=name, of="es", split="7")
    data = sample_data(name, language="es", seed=7).data
    assert app.dataframe[0].value.shape[0] == min(200, len(data.examples))
    if name != "tagging":  # there entities are counted, of which a sentence has several
        assert counted(app) == len(data.examples)


def test_the_link_brings_others_to_the_same_split(open_data: OpenData) -> None:
    link = link_of(open_data(data="questions", of="pt", split="7"))
    assert (link["data"], link["of"], link["split"]) == ("questions", "pt", "7")


def test_what_is_chosen_stands_in_the_address(open_data: OpenData) -> None:
    app = open_data()
    field(app, "selectbox", "data_set").select("paraphrases").run()  # type: ignore[attr-defined]
    field(app, "selectbox", "data_of").select("pt").run()  # type: ignore[attr-defined]
    assert not app.exception
    assert (app.query_params["data"], app.query_params["of"]) == ("paraphrases", "pt")
    assert counted(app) == len(sample_data("paraphrases", language="pt").data.examples)


@pytest.mark.parametrize(
    "parameters", [{"data": "../x"}, {"data": "tagging", "of": "pt"}, {"split": "-3"}, {"split": "9" * 99}]
)
def test_addresses_that_name_nothing_do_no_harm(open_data: OpenData, parameters: dict[str, str]) -> None:
    app = open_data(**parameters)
    assert not app.exception
    assert counted(app) > 0


def test_pasted_rows_become_the_data_and_are_shown_as_written(open_data: OpenData) -> None:
    app = paste(open_data(), GOOD)
    assert "40 examples" in said(app)
    assert app.dataframe[0].value["Label"].tolist()[:2] == ["$ham$", "<b>spam</b>"]
    assert app.dataframe[0].value["Text"][0] == f"{HOSTILE} 0"
    (line,) = [text.value for text in app.subheader if "40 examples" in text.value]
    assert "“$ham$”" not in line and "<b>" not in line
    assert "data" not in app.query_params
    assert app.text_area(key="own_pasted").value == "\n".join(GOOD)


def test_what_was_left_out_is_shown_with_its_rows(open_data: OpenData) -> None:
    app = paste(open_data(), [*GOOD, "no label\t", GOOD[0], "", f"{HOSTILE} 1\t$ham$"])
    labels = [expander.label for expander in app.expander]
    assert any("missing: 1" in label for label in labels)
    assert any("the same: 1" in label for label in labels)
    assert any("another label than before: 1" in label for label in labels)
    numbers = [int(table.value["#"][0]) for table in app.dataframe[:3]]
    assert numbers == [41, 42, 43]
    assert "Empty rows left out: 1" in problems(app)


def test_rows_beyond_the_most_that_are_read_are_told(
    open_data: OpenData, settings: Callable[..., None]
) -> None:
    settings(max_rows="30")
    app = paste(open_data(), [*GOOD[:5], "no second cell \ufffd", *GOOD[5:]])
    told = problems(app)
    assert "the first 30 are taken" in told
    assert "than the others, made even: 1" in told
    assert "Signs that cannot be read (�): 1" in told


@pytest.mark.parametrize(
    ("seconds", "sentence"), [(2, "more than one part: 2."), (60, "No text stands in two")]
)
def test_texts_in_several_parts_are_told(open_data: OpenData, seconds: int, sentence: str) -> None:
    app = open_data()
    field(app, "radio", "own_task").set_value("pair").run()
    app = paste(app, [f"first text number {n}\tsecond {n % seconds}\t{'xy'[n // 30]}" for n in range(60)])
    assert "60 examples" in said(app)
    assert sentence in said(app)
    assert ("Equal texts are always" in said(app)) == (seconds == 60)


def test_other_columns_can_be_chosen(open_data: OpenData) -> None:
    app = paste(open_data(), ["one\ttwo\tlabel", *(f"a {n}\tb {n} long\t{n % 2}" for n in range(40))])
    own_text = field(app, "selectbox", "own_text")
    own_text.select(1 - own_text.value).run()  # type: ignore[attr-defined]
    assert not app.exception
    shown = app.dataframe[0].value["Text"][0]
    assert shown in ("a 0", "b 0 long")
    own_text = field(app, "selectbox", "own_text")
    own_text.select(1 - own_text.value).run()  # type: ignore[attr-defined]
    assert {shown, app.dataframe[0].value["Text"][0]} == {"a 0", "b 0 long"}


def test_rows_that_cannot_be_learned_from_are_shown_with_the_reason(open_data: OpenData) -> None:
    app = paste(open_data(), ["text\tlabel", *(f"hola {n}\tspam" for n in range(40))])
    assert "the same label" in problems(app)
    assert app.dataframe[0].value["label"].tolist() == ["spam"] * 40
    assert not app.get("plotly_chart")
    app = paste(app, GOOD)
    assert "40 examples" in said(app)


def test_what_is_no_table_leaves_the_data_as_it_was(open_data: OpenData) -> None:
    app = paste(open_data(data="questions"), ["just a sentence"])
    assert "1 column was found" in problems(app)
    assert app.text_area(key="own_pasted").value == "just a sentence"
    assert counted(app) == len(sample_data("questions").data.examples)


def test_own_data_is_there_after_another_page(open_data: OpenData) -> None:
    app = paste(open_data(), GOOD)
    app.switch_page("attention.py").run()
    app.switch_page("fine_tuning.py").run()
    assert not app.exception
    assert "40 examples" in said(app)


def test_a_host_can_forbid_the_hub(open_data: OpenData, settings: Callable[..., None]) -> None:
    assert any(button.key == "own_take_hub" for button in open_data().button)
    settings(allow_hub="false")
    assert not any(button.key == "own_take_hub" for button in open_data().button)


def test_a_set_that_the_hub_does_not_have_is_told(open_data: OpenData) -> None:
    app = open_data()
    app.text_input(key="own_hub").set_value("../etc").run()
    app.button(key="own_take_hub").click().run()
    assert not app.exception
    assert "owner/name" in problems(app)
    assert app.text_input(key="own_hub").value == "../etc"


def test_own_data_is_in_no_link_to_where_a_model_learns(open_data: OpenData) -> None:
    app = open_data()
    app.segmented_control(key="fine_tuning_view_choice").set_value("learn").run()
    assert link_of(app)["view"] == "learn"
    app.segmented_control(key="fine_tuning_view_choice").set_value("data").run()
    paste(app, GOOD)
    app.segmented_control(key="fine_tuning_view_choice").set_value("learn").run()
    assert any(button.key == "learn_begin" for button in app.button)
    app.session_state["link"] = True
    app.run()
    assert not app.exception
    assert not [code.value for code in app.code if "lang=" in code.value]


def test_tags_of_a_treebank_are_chosen(open_data: OpenData) -> None:
    app = open_data()
    rows = (
        f"1\tmar{n}\t_\tNOUN\tN\tGender=Masc\t0\t_\t_\t_\n2\tva\t_\tVERB\tV\t_\t1\t_\t_\tSpaceAfter=No\n"
        for n in range(30)
    )
    app.radio(key="own_task_en").set_value("tagging").run()
    file = ("x.conllu", "\n".join(rows).encode(), "text/plain")
    app.file_uploader(key="own_file_tagging").set_value(file).run()
    assert "tags from UPOS" in said(app)
    next(box for box in app.selectbox if box.label == "Tags from").set_value("Gender").run()
    assert not app.exception and "tags from Gender" in said(app)
    scheme = next(box for box in app.selectbox if box.label == "The tags are")
    scheme.set_value("bilou").run()
    assert "none of the scheme bilou" in problems(app) and "tags from Gender" in said(app)


def test_classes_written_nearly_alike_can_be_joined(open_data: OpenData) -> None:
    words = "uno dos tres cuatro cinco seis siete ocho nueve diez".split()
    labels = ("Si\u0301", "Sí", "TRUE", "true")
    app = paste(open_data(), [f"{word} {label!r}\t{label}" for label in labels for word in words])
    assert "look like: 10" in said(app) and "“TRUE”, “true”" in problems(app)
    next(toggle for toggle in app.toggle if toggle.label == "Join classes").set_value(True).run()
    assert not app.exception and "are joined: “TRUE”, “true”" in said(app)
    assert counted(app) == 40


def test_two_likely_separators_are_shown_and_one_can_be_chosen(open_data: OpenData) -> None:
    rows = [f"{'good' if n % 2 else 'bad'},one two {n}; {'yes' if n % 3 else 'no'}" for n in range(60)]
    app = paste(open_data(), rows)
    assert "could also be parted by" in problems(app)
    assert field(app, "selectbox", "own_label_").value == 0  # type: ignore[attr-defined]
    field(app, "selectbox", "own_file_separator").set_value(";").run()  # type: ignore[attr-defined]
    assert not app.exception
    assert "could also be parted by" not in problems(app)
    assert "separator ;" in said(app)
    assert field(app, "selectbox", "own_label_").value == 1  # type: ignore[attr-defined]
    field(app, "selectbox", "own_file_separator").set_value("").run()  # type: ignore[attr-defined]
    assert "could also be parted by" in problems(app)
    assert not app.exception


def test_a_refusal_stands_without_the_notes_of_what_was_read_before(open_data: OpenData) -> None:
    rows = [f"{'good' if n % 2 else 'bad'},one two {n}; {'yes' if n % 3 else 'no'}" for n in range(60)]
    app = paste(open_data(), rows)
    app = paste(app, ["just a sentence"])
    assert "1 column was found" in problems(app)
    assert "could also be parted by" not in problems(app)
    app = paste(app, rows)
    assert "could also be parted by" in problems(app)


def test_another_encoding_can_be_chosen_where_one_is_in_doubt(open_data: OpenData) -> None:
    from bertviz_core.ui.fine_tuning.data_own import own_file

    rows = "text;label\n" + "".join(f"Año {n};{'xy'[n % 2]}\n" for n in range(1))
    own = own_file((rows + "b;x\nc;y\n" * 8).encode("mac-roman"), "x.csv", "sentence")
    assert own.doubtful
    assert [note.kind for note in own.notes] == ["encoding"]
