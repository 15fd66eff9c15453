"""Long texts in addresses."""

import pytest

from bertviz_core.ui.words.packed_text import MOST_BYTES, pack, unpack

LONG = "\n".join(f"Saqué {number} euros del banco. | dinero 😊" for number in range(100))


@pytest.mark.parametrize("text", ["", "El banco. | dinero", "z:abc", LONG])
def test_a_packed_text_comes_back(text):
    assert unpack(pack(text)) == text


def test_a_long_text_becomes_shorter_and_needs_no_escapes():
    packed = pack(LONG)
    assert len(packed) < len(LONG) / 3
    assert packed.removeprefix("z:").replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("damaged", ["z:", "z:!!!", "z:abcd", "z:" + "A" * 999, "z:é"])
def test_a_damaged_address_gives_nothing(damaged):
    assert unpack(damaged) == ""


def test_a_bomb_does_not_go_off():
    assert len(unpack(pack("a" * 10_000_000))) == MOST_BYTES
