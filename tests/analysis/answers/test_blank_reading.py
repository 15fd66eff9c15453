"""A blank at the end is read as if the sentence ended, one beyond the length with what is around it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.results import MaskedWords

FILLER = "La casa es muy grande y tiene muchas ventanas azules. "
ENDS = "En verano comemos mucho"


def first_words(answer: MaskedWords) -> list[str]:
    return [mask.predictions[0].token for mask in answer.masks]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (f"{ENDS} [MASK]", f"{ENDS} [MASK]."),
        (f"{ENDS} ___\n", f"{ENDS} [MASK].\n"),
        (f"«{ENDS} <mask>»", f"«{ENDS} [MASK].»"),
        (f'"{ENDS} [MASK]" ', f'"{ENDS} [MASK]." '),
        ("¿Qué comes en [MASK]", "¿Qué comes en [MASK]?"),
        ("(vivo en [MASK]", "(vivo en [MASK])."),
        ("Ana (que vive en [MASK] ", "Ana (que vive en [MASK]). "),
        ("«Vivo en [MASK]", "«Vivo en [MASK]»."),
        ("¿Qué (comes en [MASK]", "¿Qué (comes en [MASK])?"),
        ("(¿Qué comes en [MASK]", "(¿Qué comes en [MASK]?)"),
        ("(¿Qué comes en [MASK])", "(¿Qué comes en [MASK]?)"),
        ("Estoy triste :( como pan en [MASK]", "Estoy triste :( como pan en [MASK])."),
        (f"El [MASK] dice que {ENDS.lower()} [MASK]", f"El [MASK] dice que {ENDS.lower()} [MASK]."),
    ],
)
def test_a_blank_at_the_end_is_read_as_if_the_sentence_ended(typed: str, read: str, mini: BertEngine) -> None:
    literal, ended = mini.fill_mask(typed), mini.fill_mask(typed, end_sentence=True)
    assert not first_words(literal)[-1].isalpha()
    assert literal.notes == ()
    assert ended.text == read
    assert ended.masks == mini.fill_mask(read).masks
    assert first_words(ended)[-1].isalpha()
    assert [note.kind for note in ended.notes] == ["sentence_end"]
    assert ended.notes[0].option == "--literal"


@pytest.mark.parametrize(
    "typed",
    [
        "Lisboa é a capital de [MASK]",  # a word comes first
        f"{ENDS} [MASK].",
        f"{ENDS} [MASK] fresco",
        "Madrid es la [MASK] de España",
        "[MASK]",
    ],
)
def test_what_needs_no_end_is_read_as_it_stands(typed: str, mini: BertEngine) -> None:
    answer = mini.fill_mask(typed, end_sentence=True)
    assert (answer.text, answer.notes) == (typed, ())


def test_whoever_asks_about_a_sign_gets_the_literal_answer(mini: BertEngine) -> None:
    text = f"{ENDS} [MASK]"
    assert mini.fill_mask(text, 3, ["pan", "."], end_sentence=True).text == text
    assert mini.fill_mask(text, 3, ["pan"], end_sentence=True).text == f"{text}."
    assert mini.attribute_masked_word(text, word=".", steps=2, end_sentence=True).notes == ()


def test_the_second_text_of_a_pair_has_an_end_too(mini: BertEngine) -> None:
    answer = mini.fill_mask("Me gusta el pan.", pair=f"{ENDS} [MASK]", end_sentence=True)
    assert answer.encoding.pair == f"{ENDS} [MASK]."


def test_every_question_about_a_blank_is_read_alike(mini: BertEngine) -> None:
    text, read = f"{ENDS} [MASK]", f"{ENDS} [MASK]."
    answers = [
        mini.fill_jointly(text, end_sentence=True),
        mini.fill_mask_by_direction(text, end_sentence=True),
        mini.answer_by_layer(text, end_sentence=True),
        mini.attribute_masked_word(text, steps=2, end_sentence=True),
        mini.masked_word_effects(text, layers=[0], end_sentence=True),
    ]
    assert {answer.encoding.text for answer in answers} == {read}
    assert all([note.kind for note in answer.notes] == ["sentence_end"] for answer in answers)


def test_a_text_that_fills_the_model_keeps_its_end(mini: BertEngine) -> None:
    words = mini.info.max_tokens - mini.token_count(f"{ENDS} [MASK]")
    text = f"{'a ' * words}{ENDS} [MASK]"
    assert mini.token_count(text) == mini.info.max_tokens
    answer = mini.fill_mask(text, end_sentence=True)
    if answer.notes:  # whether a sign comes first is the model's affair
        assert answer.text.endswith(f"{ENDS} [MASK].")
        assert not answer.encoding.truncated


def test_a_blank_beyond_the_length_is_read_with_what_is_around_it(mini: BertEngine) -> None:
    text = f"{FILLER * 60}Madrid es la [MASK] de España. {FILLER * 30}"
    answer = mini.fill_mask(text)
    (note,) = answer.notes
    assert note.kind == "window"
    assert answer.text in text
    assert note.fields["characters"] == len(text) - len(answer.text)
    assert not answer.encoding.truncated
    place = answer.masks[0].index
    assert len(answer.encoding) / 3 < place < len(answer.encoding) * 2 / 3
    assert mini.info.max_tokens - 40 < len(answer.encoding) <= mini.info.max_tokens
    assert answer.masks == mini.fill_mask(answer.text).masks


def test_blanks_near_each_other_are_read_together(mini: BertEngine) -> None:
    text = f"{FILLER * 60}Madrid es la [MASK] de [MASK]. {FILLER * 3}El [MASK] duerme. {FILLER * 60}"
    answer = mini.fill_mask(text)
    assert len(answer.masks) == 3
    assert [note.kind for note in answer.notes] == ["window"]


def test_of_blanks_far_apart_the_one_that_is_asked_about_is_read(mini: BertEngine) -> None:
    text = f"Ana come [MASK] fresco. {FILLER * 80}Madrid es la [MASK] de España. {FILLER}"
    every = mini.fill_mask(text)
    assert len(every.masks) == 1
    assert every.text.startswith("Ana come [MASK]")
    assert [note.kind for note in every.notes] == ["window", "blanks"]
    second = mini.answer_by_layer(text, blank=1)
    assert "Madrid es la [MASK] de España." in second.encoding.text
    assert second.words[0].token == mini.fill_mask(second.encoding.text).masks[0].predictions[0].token


def test_both_texts_of_a_pair_are_read_around_their_blanks(mini: BertEngine) -> None:
    first = f"{FILLER * 60}Madrid es la [MASK] de España. {FILLER * 60}"
    second = f"{FILLER * 60}Lisboa é a [MASK] de Portugal. {FILLER * 60}"
    answer = mini.fill_mask(first, pair=second)
    assert len(answer.masks) == 2
    assert answer.text in first
    assert (answer.encoding.pair or "?") in second
    short = mini.fill_mask("Hola a todos.", pair=second)
    assert short.text == "Hola a todos."
    assert len(short.masks) == 1


def test_every_family_reads_around_a_blank(engine: BertEngine) -> None:
    mask = engine.info.mask_token or ""
    text = f"{'the man sai the man ' * 40}the {mask} store {'the man ' * 40}"
    reading = engine.read_blanks(text)
    assert reading.windowed
    assert len(reading.encoding) <= engine.info.max_tokens
    assert not reading.encoding.truncated
    assert reading.encoding.text in text
    assert (reading.encoding.ids == engine.mask_id).sum() == 1


def test_a_window_leaves_room_for_words_of_several_pieces(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    text = f"{'the man ' * 60}the [MASK] store"
    assert engine.fill_mask(text, 1, ["stores"]).masks[0].candidates[0].pieces
