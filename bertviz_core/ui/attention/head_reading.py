"""What the statistics of heads say in words: their names, one head's reading, the heads worth a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import STATISTICS, Encoding, HeadStatistics
from bertviz_core.ui.i18n import _, numbers

MOSTLY, OFTEN = 0.5, 0.3
"""Share of the attention from which on a head is said to look mostly, or often, at something."""

EVENLY = 0.8
"""Share of the highest possible entropy from which on a head is said to spread its attention."""

_SHARES = ("to_next", "to_previous", "to_self", "to_sep", "to_cls", "to_punctuation", "across")


@dataclass(frozen=True, slots=True, kw_only=True)
class Notable:
    """A head that stands out, and in what."""

    layer: int
    head: int
    statistic: str
    title: str
    value: float


def statistic_name(statistic: str, encoding: Encoding) -> str:
    """Return the short name of a statistic; special tokens as the model calls them."""
    return _name(statistic, encoding.tokens)


def _name(statistic: str, tokens: Sequence[str]) -> str:
    opening, closing = tokens[0], tokens[-1]
    names = {
        "entropy": _("Entropy"),
        "distance": _("Distance"),
        "to_cls": opening,
        "to_sep": closing,
        "to_self": _("Same"),
        "to_previous": _("Previous"),
        "to_next": _("Next"),
        "to_punctuation": _("Punctuation"),
        "across": "A↔B",
    }
    return names[statistic]


def statistic_help(statistic: str) -> str:
    """Explain a statistic in a sentence or two."""
    helps = {
        "entropy": _(
            "How widely the attention of a token is spread, in nats: 0 is one single token, "
            "higher is more tokens. Mean over all tokens."
        ),
        "distance": _("How many tokens away the head looks, weighted by attention."),
        "to_cls": _("Share of the attention that goes to the token which opens the input."),
        "to_sep": _(
            "Share of the attention that goes to the tokens which close a sentence. Much of it often "
            "means that the head found nothing to do here (Clark et al. 2019)."
        ),
        "to_self": _("Share of the attention that each token keeps for itself."),
        "to_previous": _("Share of the attention that goes to the token just before."),
        "to_next": _("Share of the attention that goes to the token just after."),
        "to_punctuation": _("Share of the attention that goes to punctuation marks and symbols."),
        "across": _("Share of the attention that words give to the words of the other sentence."),
    }
    return helps[statistic]


def head_reading(statistics: HeadStatistics, layer: int, head: int) -> str:
    """Say in plain text what a head mostly does, with the number that shows it."""
    arrays = {name: values[layer, head : head + 1] for name, values in statistics.arrays.items()}
    return _readings(arrays, statistics.encoding)[0]


def head_readings(statistics: HeadStatistics) -> list[str]:
    """Say of every head what it mostly does, layer by layer."""
    arrays = {name: values.ravel() for name, values in statistics.arrays.items()}
    return _readings(arrays, statistics.encoding)


def without_habit(statistics: HeadStatistics) -> list[bool]:
    """Tell of every head, layer by layer, whether it looks often at nothing that it could be named after."""
    shares = [values for name, values in statistics.arrays.items() if name in _SHARES]
    found: list[bool] = (np.max(shares, axis=0) < OFTEN).ravel().tolist()
    return found


def reading_words(tokens: Sequence[str]) -> dict[str, object]:
    """Return the frames of all readings and the names of statistics, for who reads heads in the browser.

    Args:
        tokens: Of an input, the first and the last of which are special.
    """
    frames = dict(zip(("mostly", "often", "widely", "far"), _frames(), strict=True))
    return frames | {
        "things": {name: _looked_at(name, tokens) for name in _SHARES},
        "labels": {name: _name(name, tokens) for name in STATISTICS},
    }


def _frames() -> tuple[str, str, str, str]:
    return (
        _("looks mostly at {what} ({share})"),
        _("often looks at {what} ({share})"),
        _("spreads its attention over many tokens (entropy {entropy})"),
        _("has no single habit; looks {distance} tokens away on average"),
    )


def _readings(arrays: Mapping[str, NDArray[np.float32]], encoding: Encoding) -> list[str]:
    """Read heads; what is said of them is looked up once, not for each."""
    names = [name for name in _SHARES if name in arrays]
    shares = np.stack([arrays[name] for name in names])
    things = [_looked_at(name, encoding.tokens) for name in names]
    mostly, often, widely, far = _frames()
    many, write = EVENLY * log(len(encoding)), numbers().number
    found = []
    for place, share, entropy, distance in zip(
        shares.argmax(axis=0).tolist(),
        shares.max(axis=0).tolist(),
        arrays["entropy"].tolist(),
        arrays["distance"].tolist(),
        strict=True,
    ):
        if share >= OFTEN:
            frame = mostly if share >= MOSTLY else often
            found.append(frame.format(what=things[place], share=write(share, 2)))
        elif entropy >= many:
            found.append(widely.format(entropy=write(entropy, 2)))
        else:
            found.append(far.format(distance=write(distance, 1)))
    return found


def notable_heads(statistics: HeadStatistics) -> list[Notable]:
    """Return the head that stands out most in each statistic, the most telling statistics first."""
    arrays = statistics.arrays
    wanted = [
        ("across", _("Other sentence"), 1),
        ("to_next", _("Next token"), 1),
        ("to_previous", _("Previous token"), 1),
        ("to_self", _("Same token"), 1),
        ("distance", _("Far away"), 1),
        ("entropy", _("One token only"), -1),
        ("entropy", _("Many tokens"), 1),
        ("to_punctuation", _("Punctuation"), 1),
        ("to_cls", statistics.encoding.tokens[0], 1),
        ("to_sep", statistics.encoding.tokens[-1], 1),
    ]
    found = []
    for name, title, sign in wanted:
        if name in arrays and arrays[name].max() > 0:
            values = arrays[name]
            layer, head = np.unravel_index(int((sign * values).argmax()), values.shape)
            value = float(values[layer, head])
            found.append(Notable(layer=int(layer), head=int(head), statistic=name, title=title, value=value))
    return found


def _looked_at(statistic: str, tokens: Sequence[str]) -> str:
    """Name what a share of the attention goes to, inside a sentence."""
    things = {
        "to_next": _("the next token"),
        "to_previous": _("the previous token"),
        "to_self": _("the same token"),
        "to_punctuation": _("punctuation"),
        "across": _("the other sentence"),
        "to_cls": tokens[0],
        "to_sep": tokens[-1],
    }
    return things[statistic]
