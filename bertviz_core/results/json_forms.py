"""Results that are kept in files: to JSON and back, checked on the way in."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, PlainSerializer, TypeAdapter, ValidationError
from pydantic.functional_validators import PlainValidator

Result = TypeVar("Result")

_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def _listed(array: NDArray[Any]) -> Any:
    """Return an array as lists, what is not a number as None."""
    if array.dtype.kind != "f" or np.isfinite(array).all():
        return array.tolist()
    listed: NDArray[Any] = array.astype(object)
    listed[~np.isfinite(array)] = None
    return listed.tolist()


def _array(kind: Any) -> Any:
    """Return what pydantic has to know of arrays of one kind."""

    def read(value: Any) -> NDArray[Any]:
        if isinstance(value, np.ndarray):
            return value
        array = np.array(value, dtype=np.float64 if np.issubdtype(kind, np.floating) else None)
        if array.size and array.dtype.kind not in "iufb":
            raise ValueError("not an array of numbers")
        return array.astype(kind)

    return PlainValidator(read), PlainSerializer(_listed)


_INT8, _INT64, _FLOAT32, _FLOAT64 = map(_array, (np.int8, np.int64, np.float32, np.float64))
Int8Array = Annotated[NDArray[np.int8], *_INT8]
IntArray = Annotated[NDArray[np.int64], *_INT64]
Float32Array = Annotated[NDArray[np.float32], *_FLOAT32]
FloatArray = Annotated[NDArray[np.float64], *_FLOAT64]
Number = Annotated[float, BeforeValidator(lambda value: np.nan if value is None else value)]
"""A number that may be undefined: NaN, in JSON null."""


def to_json(value: object) -> Any:
    """Return a result as JSON can hold it."""
    return json.loads(_adapter(type(value)).dump_json(value))


def from_json(cls: type[Result], document: Any) -> Result:
    """Return the result that a document holds.

    Raises:
        ValueError: It is not one of this kind.
    """
    try:
        result: Result = _adapter(cls).validate_json(json.dumps(document))
    except ValidationError as error:
        raise ValueError(f"{cls.__name__}: {error.error_count()} fields do not fit") from error
    return result
