"""Words of a text to choose from, each with the tokens it consists of."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class WordChoice:
    """One word as a visitor chooses it, or one special token."""

    label: str
    """The word with its place, so that equal words stay apart: `banco (4)`, `ñandú (2–4)`."""
    text: str
    tokens: tuple[int, ...]
    """Positions of its pieces among the tokens."""
    special: bool

    @property
    def code(self) -> int:
        """What stands for it in a choice and in an address: the position of its first piece."""
        return self.tokens[0]


def word_choices(encoding: Encoding) -> tuple[WordChoice, ...]:
    """Join the pieces of each word of both texts; special tokens stand alone. In reading order."""
    groups: dict[tuple[int, int], list[int]] = {}
    for token, (sequence, word) in enumerate(zip(encoding.sequence_ids, encoding.word_ids, strict=True)):
        alone = encoding.special[token] or word < 0
        key = (-1, token) if alone else (int(sequence), int(word))
        groups.setdefault(key, []).append(token)
    return tuple(_choice(encoding, tokens) for tokens in groups.values())


def _choice(encoding: Encoding, tokens: list[int]) -> WordChoice:
    first, last = tokens[0], tokens[-1]
    special = bool(encoding.special[first])
    text = encoding.labels[first]
    if not special:
        typed = (encoding.pair or "") if encoding.sequence_ids[first] == 1 else encoding.text
        text = typed[encoding.spans[first, 0] : encoding.spans[last, 1]] or text
    place = f"{first}" if first == last else f"{first}–{last}"
    return WordChoice(label=f"{text} ({place})", text=text, tokens=tuple(tokens), special=special)


def looking_pair(choices: tuple[WordChoice, ...]) -> tuple[list[int], list[int]]:
    """Return the codes of words to begin with: of the two longest, the later one looks at the earlier."""
    words = [choice for choice in choices if not choice.special]
    longest = sorted(words, key=lambda choice: (-len(choice.text), -choice.code))[:2]
    codes = sorted(choice.code for choice in longest)
    return codes[-1:], codes[:1]
