"""Words to choose from: every token belongs to one of them, equal words stay apart, nothing is markup."""

import pytest

from bertviz_core.ui.word_choices import looking_pair, word_choices


@pytest.mark.parametrize("pair", [None, "the store. the ñandú"])
def test_every_token_belongs_to_one_word(engine, pair):
    encoding = engine.encode("the ñandú saw the <b> river.", pair)
    choices = word_choices(encoding)
    assert [token for choice in choices for token in choice.tokens] == list(range(len(encoding)))
    assert (
        len({choice.label for choice in choices}) == len({choice.code for choice in choices}) == len(choices)
    )
    for choice in choices:
        assert all(encoding.special[token] == choice.special for token in choice.tokens)
    text = "".join(choice.text for choice in choices if encoding.sequence_ids[choice.code] == 0)
    assert text.replace(" ", "") == "theñandúsawthe<b>river."


def test_a_word_of_several_pieces_is_one_choice(tiny):
    choices = word_choices(tiny("bert").encode("the ñandú"))
    assert [choice.text for choice in choices] == ["[CLS]", "the", "ñandú", "[SEP]"]
    assert choices[2].tokens == (2, 3, 4, 5, 6)
    assert [choice.label for choice in choices] == ["[CLS] (0)", "the (1)", "ñandú (2–6)", "[SEP] (7)"]


def test_two_longest_words_begin_the_later_one_looking(tiny):
    choices = word_choices(tiny("bert").encode("Saqué dinero del banco"))
    looking, looked_at = looking_pair(choices)
    by_code = {choice.code: choice.text for choice in choices}
    assert [by_code[code] for code in looking + looked_at] == ["banco", "dinero"]


def test_a_single_word_looks_at_itself(tiny):
    assert looking_pair(word_choices(tiny("bert").encode("banco"))) == ([1], [1])
