"""Parts of a network with the weights themselves, and the modules that they come from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from bertviz_core.results import ParameterPart, PartKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part with the weights themselves."""

    kind: PartKind
    number: int | None = None
    name: str = ""
    weight: Tensor | None = None
    bias: Tensor | None = None
    times: int = 1
    children: tuple[Node, ...] = ()

    def part(self) -> ParameterPart:
        """Return it without weights."""
        children = tuple(child.part() for child in self.children)
        own = sum(values.numel() for values in (self.weight, self.bias) if values is not None)
        return ParameterPart(
            kind=self.kind,
            number=self.number,
            name=self.name,
            shape=() if self.weight is None else tuple(self.weight.shape),
            bias=0 if self.bias is None else self.bias.numel(),
            parameters=own + sum(child.parameters for child in children),
            times=self.times,
            children=children,
        )


@dataclass(frozen=True, slots=True)
class Module:
    """The own weights of one module."""

    path: str
    weight: Tensor
    bias: Tensor | None


def named_weights(network: Any) -> tuple[list[tuple[str, Tensor]], tuple[tuple[str, str], ...]]:
    """Return all weights with their names, each once, and the other names of those that are one."""
    named = network.named_parameters(remove_duplicate=False)
    # What a head shares with the embeddings belongs to them, whichever the network lists first.
    ordered = sorted(named, key=lambda item: not item[0].startswith(f"{network.base_model_prefix}."))
    first: dict[int, str] = {}
    own, tied = [], []
    for name, values in ordered:
        if id(values) in first:
            tied.append((name, first[id(values)]))
        else:
            first[id(values)] = name
            own.append((name, values))
    return own, tuple(tied)


def modules_of(parameters: Iterable[tuple[str, Tensor]]) -> list[Module]:
    """Join weights and biases of the same module; what is neither stands for itself."""
    found: dict[str, dict[str, Tensor]] = {}
    for name, values in parameters:
        path, _, own = name.rpartition(".")
        found.setdefault(path, {})[own] = values
    modules = []
    for path, within in found.items():
        if "weight" in within:
            modules.append(Module(path, within.pop("weight"), within.pop("bias", None)))
        modules.extend(Module(f"{path}.{name}", values, None) for name, values in within.items())
    return modules
