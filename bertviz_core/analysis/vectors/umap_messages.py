"""What goes between the app and the process that draws UMAP maps: numbers, and arrays of numbers.

A message is a line of JSON with the names, types and shapes of its arrays, and then their bytes. There is no
place for a text in it, and nothing is unpickled.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

Task = Literal["fit", "aligned", "place"]
Kind = Literal["fit", "aligned", "place", "stop", "ready", "progress", "done", "stopped", "failed"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TYPES = ("float32", "int32")

_LONGEST_HEAD = 10_000
_MOST_BYTES = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A question, an answer, or how far one is."""

    kind: Kind
    job: int = 0
    """Number of the question that it is about."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)


def write_message(pipe: IO[bytes], message: Message) -> None:
    """Write a message.

    Raises:
        TypeError: There is something else than numbers in it.
    """
    for name, number in message.numbers.items():
        if type(number) is not int:
            raise TypeError(f"“{name}” is no whole number")
    for name, array in message.arrays.items():
        if str(array.dtype) not in TYPES:
            raise TypeError(f"“{name}” is {array.dtype}, not one of {', '.join(TYPES)}")
    head = {
        "kind": message.kind,
        "job": message.job,
        "numbers": dict(message.numbers),
        "arrays": [[name, str(array.dtype), array.shape] for name, array in message.arrays.items()],
    }
    pipe.write(json.dumps(head).encode() + b"\n")
    for array in message.arrays.values():
        if array.size:
            pipe.write(np.ascontiguousarray(array).data.cast("B"))
    pipe.flush()


def read_message(pipe: IO[bytes]) -> Message | None:
    """Wait for the next message; None when the other side has ended.

    Raises:
        ValueError: It is none.
    """
    line = pipe.readline(_LONGEST_HEAD)
    if not line.endswith(b"\n"):
        return None
    head = json.loads(line)
    if head["kind"] not in KINDS:
        raise ValueError(f"no message: {head['kind']!r}")
    arrays = {}
    for name, kind, shape in head["arrays"]:
        if kind not in TYPES:
            raise ValueError(f"no array of numbers: {kind!r}")
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize
        if not 0 <= size <= _MOST_BYTES:
            raise ValueError(f"too large: {size} bytes")
        content = pipe.read(size)
        if len(content) < size:
            return None
        arrays[name] = np.frombuffer(content, dtype=kind).reshape(shape)
    return Message(kind=head["kind"], job=head["job"], numbers=head["numbers"], arrays=arrays)
