"""The view that switches heads off, without a browser: its answers are the engine's, its address lasts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import ENGLISH_NUMBERS

ENTRY = str(Path(__file__).parents[3] / "pages" / "frame.py")
SENTENCE = "Saqué dinero del banco"
MASKED = "Saqué dinero del [MASK]"
SWITCHES = "head_switches_12x12"
EVERY_HEAD = [(layer, head) for layer in range(12) for head in range(12)]


def open_view(**parameters: str) -> AppTest:
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update({"lang": "en", "view": "off", "text": SENTENCE} | parameters)
    app.switch_page("attention.py").run()
    assert not app.exception
    return app


def off(app: AppTest) -> list[tuple[int, int]]:
    return sorted(app.session_state[SWITCHES])


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def word_box(app: AppTest) -> str:
    (box,) = [box for box in app.selectbox if box.label == "Hidden word"]
    return str(box.key)


def best_heads(engine: BertEngine, text: str, word: str | None) -> list[tuple[int, int]]:
    return [engine.masked_word_effects(text, word=word).ranked()[0]]


def bars(chart: dict[str, Any]) -> list[str]:
    return list(chart["layout"]["yaxis"]["ticktext"])


def test_at_first_the_head_is_off_that_matters_most_for_the_hidden_word(mini: BertEngine) -> None:
    app = open_view()
    best = mini.masked_word_effects(MASKED, word="banco").ranked()[0]
    assert off(app) == [best]
    assert app.query_params["off"] == f"{best[0] + 1}.{best[1] + 1}"
    before, after, _ = charts(app)
    for chart, engine in ((before, mini), (after, mini.without_heads([best]))):
        assert bars(chart) == [p.token for p in engine.fill_mask(MASKED, 5).masks[0].predictions]


def test_what_is_switched_changes_the_answers_and_the_address(mini: BertEngine) -> None:
    app = open_view(off="3.5")
    app.session_state[SWITCHES] = [(6, 0), (2, 4)]
    app.run()
    assert app.query_params["off"] == "3.5,7.1"
    heads = [(2, 4), (6, 0)]
    assert "without 3.5, 7.1" in app.subheader[0].value
    _, after, states = charts(app)
    expected = mini.without_heads(heads).fill_mask(MASKED, 5).masks[0].predictions
    assert bars(after) == [p.token for p in expected]
    change = mini.hidden_change(heads, MASKED)
    top = states["data"][0]["zmax"]
    assert top == pytest.approx(float(change.cosine_distance.max()), rel=1e-5)


@pytest.mark.parametrize(
    ("written", "expected"),
    [("1.1,12.12", [(0, 0), (11, 11)]), ("none", []), ("13.1,0.0,x,2.3", [(1, 2)]), ("<b>", [])],
)
def test_the_address_says_what_is_off(written: str, expected: list[tuple[int, int]]) -> None:
    assert off(open_view(off=written)) == expected


def test_the_head_looked_at_last_does_not_decide_what_is_off(mini: BertEngine) -> None:
    assert off(open_view(layer="3", head="5")) == best_heads(mini, MASKED, "banco")


def test_what_is_off_follows_the_text_until_a_head_is_switched(mini: BertEngine) -> None:
    app = open_view()
    app.selectbox(key=word_box(app)).set_value(2).run()
    other = best_heads(mini, "Saqué dinero [MASK] banco", "del")
    assert off(app) == other != best_heads(mini, MASKED, "banco")
    app.text_input(key="attention_text").set_value("Madrid es la [MASK] de España").run()
    assert off(app) == best_heads(mini, "Madrid es la [MASK] de España", None)
    app.session_state[SWITCHES] = [(0, 0)]
    app.run()
    app.text_input(key="attention_text").set_value(SENTENCE).run()
    assert off(app) == [(0, 0)]


def test_a_telling_word_is_hidden_at_first(mini: BertEngine) -> None:
    text = "The animal did not cross the street because it was tired"
    app = open_view(text=text, off="1.1")
    words = text.split()

    def known(place: int) -> float:
        hidden = " ".join(["[MASK]" if n == place else word for n, word in enumerate(words)])
        return mini.fill_mask(hidden, candidates=[words[place]]).masks[0].candidates[0].probability

    content = [words.index(word) for word in ("animal", "cross", "street", "because", "tired")]
    assert app.session_state[word_box(app)] == max(content, key=known)


@pytest.mark.parametrize("hidden", ["Me", "en"])
def test_the_word_that_was_hidden_is_followed_not_the_best_answer(mini: BertEngine, hidden: str) -> None:
    words = "Me siento en el banco".split()
    masked = " ".join("[MASK]" if word == hidden else word for word in words)
    app = open_view(text=" ".join(words), word=str(words.index(hidden)), off="3.5")
    before, after = (
        model.fill_mask(masked, candidates=[hidden]).masks[0].candidates[0]
        for model in (mini, mini.without_heads([(2, 4)]))
    )
    lines = [line.value for line in app.markdown if "probability" in line.value]
    first, then = (ENGLISH_NUMBERS.probability(word.probability) for word in (before, after))
    said = f"probability {first} (rank {before.rank}) before, {then} (rank {after.rank}) after."
    if before.rank == after.rank:
        said = f"probability {first} before, {then} after; "
        said += f"rank {before.rank} in both."
    assert lines == [f":orange[■] The hidden word “**{hidden}**”: {said}"]
    marked = [chart["data"][1]["y"] for chart in charts(app)[:2]]
    assert marked == [[before.rank - 1], [after.rank - 1]]
    best = app.button(key="switch_off_none").click().run().markdown
    assert any(
        f"without it “**{hidden}**” goes from {ENGLISH_NUMBERS.probability(before.probability)}" in line.value
        for line in best
    )


def test_a_hidden_word_that_the_vocabulary_splits_is_followed_too(mini: BertEngine) -> None:
    app = open_view(word="0", off="none")
    (hidden,) = mini.fill_mask("[MASK] dinero del banco", candidates=["Saqué"]).masks[0].candidates
    assert len(hidden.pieces) > 1
    head = mini.masked_word_effects("[MASK] dinero del banco", word="Saqué").ranked()[0]
    app.button(key="head_ranking_best").click().run()
    assert off(app) == [head]
    lines = [line.value for line in app.markdown if "probability" in line.value]
    assert len(lines) == 1 and lines[0].startswith("The hidden word") and "rank" not in lines[0]


def test_with_nothing_off_the_heads_are_ranked(mini: BertEngine) -> None:
    app = open_view(off="3.5")
    app.button(key="switch_off_none").click().run()
    assert not app.exception and off(app) == [] and app.query_params["off"] == "none"
    assert "no head is switched off" in app.subheader[0].value
    (best,) = best_heads(mini, MASKED, "banco")
    app.button(key="head_ranking_best").click().run()
    assert off(app) == [best]


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        (0, [(2, 4)]),
        (1, [(2, head) for head in range(12)]),
        (2, [head for head in EVERY_HEAD if head != (2, 4)]),
        (3, [head for head in EVERY_HEAD if head[0] != 2]),
        (4, EVERY_HEAD),
    ],
)
def test_many_heads_are_one_click(button: int, expected: list[tuple[int, int]]) -> None:
    app = open_view(layer="3", head="5", off="1.1")
    app.button(key=f"switch_off_set_{button}").click().run()
    assert not app.exception
    assert off(app) == expected


def test_a_typed_blank_is_answered_and_a_hidden_word_travels(mini: BertEngine) -> None:
    app = open_view(text="Madrid es la ___ de España", off="10.3")
    assert not [box for box in app.selectbox if box.label == "Hidden word"]
    before = bars(charts(app)[0])
    assert before[0] == mini.fill_mask("Madrid es la [MASK] de España").masks[0].predictions[0].token
    app = open_view(word="1", off="10.3")
    assert bars(charts(app)[0])[0] == mini.fill_mask("Saqué [MASK] del banco").masks[0].predictions[0].token


def test_without_a_hidden_word_the_states_are_still_shown() -> None:
    app = open_view(word="none", off="10.3")
    assert len(charts(app)) == 1
    assert app.query_params["word"] == "none"


def test_every_part_reads_the_same_pair_with_the_blank(mini: BertEngine) -> None:
    pair, masked = "Voy a la cocina.", "Tengo [MASK]."
    app = open_view(text="Tengo hambre.", pair=pair, word="1", off="12.1,12.2")
    heads = [(11, 0), (11, 1)]
    engines = mini, mini.without_heads(heads)
    *words, states = charts(app)
    for chart, engine in zip(words, engines, strict=True):
        answers = engine.fill_mask(masked, 5, pair=pair).masks[0].predictions
        assert bars(chart) == [p.token for p in answers]
    change = mini.hidden_change(heads, masked, pair)
    assert states["data"][0]["zmax"] == pytest.approx(float(change.cosine_distance.max()), rel=1e-5)
    for bar, engine in zip(app.get("progress"), engines, strict=True):
        assert bar.proto.text.endswith(
            ENGLISH_NUMBERS.probability(engine.next_sentence(masked, pair).is_next)
        )
    assert any("Tengo" in text.value and "together" in text.value for text in app.caption)
    ranked = open_view(text="Tengo hambre.", pair=pair, word="1")
    assert off(ranked) == [mini.masked_word_effects(masked, pair, word="hambre").ranked()[0]]
    assert [bar.proto.text.split(":")[0] for bar in app.get("progress")] == [
        "The second sentence follows, before",
        "The second sentence follows, after",
    ]


def test_a_blank_in_the_second_sentence_is_answered(mini: BertEngine) -> None:
    app = open_view(text="Tengo hambre.", pair="Voy a la ___.", off="12.1")
    assert not [box for box in app.selectbox if box.label == "Hidden word"]
    expected = mini.fill_mask("Tengo hambre.", 5, pair="Voy a la [MASK].").masks[0].predictions
    assert bars(charts(app)[0]) == [p.token for p in expected]


def test_a_pair_too_long_for_the_model_is_told_and_the_rest_shown() -> None:
    app = open_view(text="Tengo hambre.", pair="la casa " * 400, off="12.1")
    assert not app.exception
    assert len(charts(app)) == 3
    assert any("longer than the 512 tokens" in warning.value for warning in app.warning)


def test_a_model_without_the_heads_of_the_questions_shows_the_rest(
    checkpoint: Callable[..., Path], settings: Callable[..., None]
) -> None:
    folder = str(checkpoint("bert", "BertModel"))
    settings(allowed_models=json.dumps([folder]), default_model=folder)
    app = open_view(text="the man", pair="the store", off="1.2")
    assert app.session_state["head_switches_3x4"] == [(0, 1)]
    assert len(charts(app)) == 1
    said = " ".join(caption.value for caption in app.caption)
    assert "no trained masked-word head" in said and "no trained next-sentence head" in said


@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
def test_a_blank_text_gets_a_hint(text: str) -> None:
    app = open_view(off="1.1")
    app.text_input(key="attention_text").set_value(text).run()
    assert not app.exception
    assert "no text yet" in app.warning[0].value
    app.text_input(key="attention_text").set_value(SENTENCE).run()
    assert off(app) == [(0, 0)]


@pytest.mark.parametrize("text", ["$5 and $6 a_b_c :smile: *x* <b> </script>", "glad😊", "!", "a " * 600])
def test_odd_texts_are_answered_or_told(text: str) -> None:
    app = open_view(text=text, off="1.1,2.2")
    assert not app.exception
    assert charts(app)


def test_a_long_text_is_not_ranked_but_told(mini: BertEngine) -> None:
    app = open_view(text="una palabra y otra " * 50, off="none")
    assert not app.exception
    assert any("up to 128 tokens only" in warning.value for warning in app.warning)


def test_markup_in_a_token_stays_text() -> None:
    app = open_view(text="<b>x</b> y", off="1.1")
    labels = charts(app)[-1]["layout"]["xaxis"]["labelalias"].values()
    assert not any("<" in label for label in labels)
    assert np.any(["&lt;" in label for label in labels])


@pytest.mark.parametrize(("language", "sign"), [("en", "."), ("es", ","), ("pt", ",")])
def test_the_ranking_is_written_in_the_visitors_language(mini: BertEngine, language: str, sign: str) -> None:
    app = open_view(lang=language, off="none")
    effects = mini.masked_word_effects(MASKED, word="banco")
    shown = pa.ipc.open_stream(app.dataframe[0].proto.arrow_data.styler.display_values).read_all().to_pandas()
    changes = [effects.without[head] - effects.probability for head in effects.ranked()[:10]]
    assert list(shown["change"]) == [
        f"{change:+.4f}".replace(".", sign).replace("-", "−") for change in changes
    ]
