"""The pretraining page without a browser: what its views show, keep and say."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.analysis.pretraining.batch_pair import draw_sentence_pair
from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.charts.pretraining.batch import batch_svg
from bertviz_core.engine import BertEngine
from bertviz_core.results import MaskedBatch
from bertviz_core.ui.examples import PRETRAINING_EXAMPLES
from bertviz_core.ui.pretraining.batch_choices import USUAL_PAIR_SEED, USUAL_SEED
from bertviz_core.ui.pretraining.batch_files import batch_csv, batch_json
from bertviz_core.ui.pretraining.elsewhere import sentences_elsewhere
from bertviz_core.ui.pretraining.loss_files import loss_csv, loss_json
from bertviz_core.ui.pretraining.step_files import steps_csv, steps_json
from bertviz_core.written_numbers import ENGLISH_NUMBERS

TEXT = "El gato duerme en el tejado. Mi vecina lo llama todas las noches. Después cierra la puerta."
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile:. Otra frase <b>más</b>."

OpenPage = Callable[..., AppTest]


def expected_batch(
    engine: BertEngine, text: str = TEXT, *, pair_seed: int = USUAL_PAIR_SEED, **drawn: Any
) -> MaskedBatch:
    elsewhere = sentences_elsewhere(text, language="en")
    pair = draw_sentence_pair(split_sentences(text), elsewhere, seed=pair_seed)
    return engine.prepare_batch(pair, **({"seed": USUAL_SEED} | drawn))


def strip(app: AppTest) -> str:
    (html,) = [block.proto.body for block in app.get("html") if 'class="batch' in block.proto.body]
    return html


def table(app: AppTest) -> Any:
    (found,) = app.dataframe
    return found.value


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    return " ".join(
        element.value for element in (*app.markdown, *app.subheader, *app.caption, *app.info, *app.warning)
    )


def test_the_page_opens_with_a_prepared_batch_in_every_language(
    open_page: OpenPage, mini: BertEngine
) -> None:
    for language in ("es", "en", "pt"):
        app = open_page("pretraining", lang=language)
        assert app.text_area(key="pretraining_text").value == PRETRAINING_EXAMPLES[language][0]
        assert all(f'class="card {kind}"' in strip(app) for kind in ("masked", "random"))
        assert "segment" in strip(app).lower()


def test_the_batch_shows_what_happened_to_each_token(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", text=TEXT)
    batch = expected_batch(mini)
    rows = table(app)
    assert rows["Token of the text"].tolist() == list(batch.encoding.labels)
    assert rows["What the model reads"].tolist() == list(batch.tokens)
    assert rows["Segment"].tolist() == batch.encoding.segment_ids.tolist()
    assert strip(app).count('tabindex="0"') == len(batch.drawn)
    label = "is next" if batch.is_next else "not next"
    assert f"Label of the pair: **{label}**" in said(app)
    assert f"**{len(batch.drawn)} of " in said(app)


def test_many_draws_are_tallied_beside_the_batch(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", text=TEXT)
    (tally,) = [block.proto.body for block in app.get("html") if 'class="tally"' in block.proto.body]
    counted = mini.tally_draws(expected_batch(mini))
    assert counted.draws == 200 and f"Of {counted.drawn:,} drawn tokens" in tally
    assert f"<b>{round(100 * counted.share('masked'))}%</b>" in tally


def test_the_first_draw_is_the_usual_one(mini: BertEngine) -> None:
    for language, (text, *_others) in PRETRAINING_EXAMPLES.items():
        elsewhere = sentences_elsewhere(text, language=language)
        pair = draw_sentence_pair(split_sentences(text, language=language), elsewhere, seed=USUAL_PAIR_SEED)
        actions = mini.prepare_batch(pair, seed=USUAL_SEED).actions
        assert actions.count("random") == 1 and actions.count("unchanged") == 0, language
        assert actions.count("masked") >= 2


def test_the_address_restores_the_draw(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", text=TEXT, strategy="whole_word", rate="40", seed="77", pair="5")
    batch = expected_batch(mini, pair_seed=5, strategy="whole_word", rate=0.4, seed=77)
    assert table(app)["What the model reads"].tolist() == list(batch.tokens)
    assert {name: app.query_params[name] for name in ("strategy", "rate", "seed", "pair")} == {
        "strategy": "whole_word",
        "rate": "40",
        "seed": "77",
        "pair": "5",
    }


@pytest.mark.parametrize(
    "strange",
    [{"rate": "17"}, {"rate": "900"}, {"strategy": "<b>"}, {"seed": "x"}, {"pair": "-2"}, {"steps": "99"}],
)
def test_a_strange_address_is_ignored(open_page: OpenPage, mini: BertEngine, strange: dict[str, str]) -> None:
    app = open_page("pretraining", text=TEXT, **strange)
    assert table(app)["What the model reads"].tolist() == list(expected_batch(mini).tokens)


def test_rolling_again_draws_another_batch_of_the_same_pair(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", text=TEXT)
    app.button(key="pretraining_seed_seed_roll").click().run()
    assert not app.exception
    assert table(app)["What the model reads"].tolist() == list(
        expected_batch(mini, seed=USUAL_SEED + 1).tokens
    )
    app.button(key="pretraining_pair_seed_roll").click().run()
    assert not app.exception
    batch = expected_batch(mini, seed=USUAL_SEED + 1, pair_seed=USUAL_PAIR_SEED + 1)
    assert table(app)["Token of the text"].tolist() == list(batch.encoding.labels)
    assert app.query_params["seed"] == str(USUAL_SEED + 1)


def test_a_span_of_words_is_chosen_by_the_address(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", text=TEXT, pair="0", strategy="span", span="2-3")
    assert not app.exception
    expected = mini.prepare_batch(TEXT, strategy="span", span=(2, 3), seed=USUAL_SEED)
    assert table(app)["What the model reads"].tolist() == list(expected.tokens)
    slider = app.select_slider[0]
    assert list(slider.value) == [1, 2] or tuple(slider.value) == (1, 2)


def test_one_sentence_goes_in_whole_and_the_page_says_so(open_page: OpenPage, mini: BertEngine) -> None:
    for text in ("El gato duerme en el tejado", "gato"):
        app = open_page("pretraining", text=text)
        assert "A pair needs two sentences" in said(app)
        assert table(app)["Token of the text"].tolist() == list(mini.encode(text).labels)


@pytest.mark.parametrize("view", ["batch", "loss", "step"])
def test_an_empty_text_gets_a_hint(open_page: OpenPage, view: str) -> None:
    app = open_page("pretraining", view=view, text=" ")
    assert app.warning
    assert not app.dataframe and not charts(app)
    assert app.text_area(key="pretraining_text").value == " "


@pytest.mark.parametrize("view", ["batch", "loss"])
def test_a_hostile_text_is_shown_as_typed(open_page: OpenPage, view: str) -> None:
    app = open_page("pretraining", view=view, text=HOSTILE, rate="60", pair="0")
    assert "<img" not in strip(app) and "<b>más" not in strip(app)
    assert "&lt;" in strip(app)


def test_a_model_without_the_pair_head_says_so(
    open_page: OpenPage, checkpoint: Callable[..., Any], settings: Callable[..., None]
) -> None:
    folder = str(checkpoint("distilbert"))
    settings(allowed_models=json.dumps([folder]), default_model=folder)
    app = open_page("pretraining", view="loss", text="La plaza. El río.")
    assert "has no trained next-sentence head" in said(app)
    assert "** = " not in said(app)  # no sum of two losses
    (chart,) = charts(app)
    assert len(chart["data"][0]["x"]) == strip(app).count('tabindex="0"')


def test_the_loss_is_drawn_for_each_drawn_token(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", view="loss", text=TEXT, rate="30")
    loss = mini.pretraining_loss(expected_batch(mini, rate=0.3))
    (chart,) = charts(app)
    assert len(chart["data"][0]["x"]) == len(loss.tokens) + 1
    rows = table(app)
    np.testing.assert_allclose(rows["Loss, nats"], [token.loss for token in loss.tokens], rtol=1e-4)
    assert rows["Rank"].tolist() == [token.right.rank for token in loss.tokens]
    assert f"**Loss {loss.total:.3f}**" in said(app)
    assert f"{loss.tokens[0].loss:.2f}" in strip(app)


def test_steps_are_taken_when_asked_for(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("pretraining", view="step", text=TEXT, steps="2", learning_rate="1e-4")
    batch = expected_batch(mini)
    beginning = mini.pretraining_loss(batch)
    assert f"loss {beginning.total:.3f}" in said(app)
    assert len(charts(app)) == 1
    app.button(key="pretraining_take").click().run()
    assert not app.exception
    result = mini.take_steps(batch, steps=2, learning_rate=1e-4)
    curve, _before, _after = charts(app)
    assert len(curve["data"]) == 3
    assert f"from {result.total[0]:.3f} to {result.total[2]:.3f}" in said(app)
    dearest = max(range(len(beginning.tokens)), key=lambda place: beginning.tokens[place].loss)
    assert ENGLISH_NUMBERS.probability(result.after[dearest].candidates[0].probability) in said(app)
    assert app.query_params["taken"] == "1"
    app.slider(key="pretraining_steps").set_value(3).run()
    assert not app.exception
    assert "taken" not in app.query_params and len(charts(app)) == 1


def test_a_link_takes_the_steps_at_once(open_page: OpenPage) -> None:
    app = open_page("pretraining", view="step", text=TEXT, steps="1", taken="1", blank="4")
    assert len(charts(app)) == 3


def test_a_long_text_is_told_where_steps_are_taken(open_page: OpenPage) -> None:
    app = open_page("pretraining", view="step", text="la casa es muy grande " * 40, pair="0", taken="1")
    assert "128 tokens" in said(app)
    assert not app.exception


def test_what_was_typed_stands_in_the_link_only(open_page: OpenPage) -> None:
    app = open_page("pretraining", view="loss", text=TEXT, seed="9")
    assert "text" not in app.query_params
    app.session_state["link"] = True
    app.run()
    assert not app.exception
    (link,) = [code.value for code in app.code if "text=" in code.value]
    named = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    assert (named["text"], named["view"], named["seed"]) == (TEXT, "loss", "9")


def test_choices_survive_another_page_and_another_view(open_page: OpenPage) -> None:
    app = open_page("pretraining", text=TEXT, strategy="whole_word", rate="40", seed="3")
    shown = table(app)["What the model reads"].tolist()
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("pretraining.py").run()
    assert not app.exception
    assert app.text_area(key="pretraining_text").value == TEXT
    assert table(app)["What the model reads"].tolist() == shown


def test_both_steps_are_drawn_and_named(open_page: OpenPage, mini: BertEngine) -> None:
    for language in ("es", "en", "pt"):
        app = open_page("pretraining", lang=language, view="idea")
        pictures = [block.proto.body for block in app.get("html") if "data:image/svg+xml" in block.proto.body]
        assert len(pictures) == 2
        assert all('alt="' in picture for picture in pictures)
    assert "34,1" in said(app)
    assert not app.text_area


def test_the_files_hold_what_is_shown(mini: BertEngine) -> None:
    batch = expected_batch(mini, rate=0.4)
    lines = batch_csv(batch).splitlines()
    assert lines[0] == "position,segment,token,action,read_as,id,label"
    assert len(lines) == 1 + len(batch.ids)
    document = json.loads(batch_json(batch))
    assert document["ids"] == batch.ids.tolist() and document["labels"] == batch.labels.tolist()
    assert document["is_next"] is batch.is_next and document["seed"] == USUAL_SEED
    loss = mini.pretraining_loss(batch)
    rows = loss_csv(loss).splitlines()
    assert len(rows) == 1 + len(batch.drawn)
    document = json.loads(loss_json(loss))
    assert document["total"] == pytest.approx(document["masked_words"] + document["next_sentence"])
    assert [token["index"] for token in document["losses"]] == list(batch.drawn)
    result = mini.take_steps(batch, steps=2)
    rows = steps_csv(result).splitlines()
    assert [row.split(",")[0] for row in rows] == ["step", "0", "1", "2"]
    document = json.loads(steps_json(result))
    assert document["total"] == pytest.approx(result.total.tolist())
    assert document["after"][0]["right"]["probability"] == result.after[0].candidates[0].probability


def test_the_picture_of_a_batch_is_text_and_never_markup(mini: BertEngine) -> None:
    batch = mini.prepare_batch(HOSTILE, rate=0.6)
    legend = {"masked": "<i>", "out": "x"}
    svg = batch_svg(batch, headings=["<b>"], legend=legend)  # type: ignore[arg-type]
    assert "<img" not in svg and "<b>" not in svg and "<i>" not in svg
    assert svg.count("<rect") == 1 + len(batch.ids) + len(legend)
