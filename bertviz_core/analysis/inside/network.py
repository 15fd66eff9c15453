"""Which parts a network has, and how many parameters each, counted from its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bertviz_core.analysis.inside.network_nodes import Module, Node, modules_of, named_weights
from bertviz_core.errors import InputError
from bertviz_core.models.loading import LoadedModel
from bertviz_core.results import ParameterParts, PartKind

_EMBEDDINGS: Mapping[str, PartKind] = {
    "word_embeddings": "word_embeddings",
    "position_embeddings": "position_embeddings",
    "token_type_embeddings": "segment_embeddings",
    "LayerNorm": "norm",
    "embeddings_project": "projection",
    "embedding_hidden_mapping_in": "projection",
}
_VALUE = ("value", "v_lin")
_FEED_FORWARD: tuple[PartKind, ...] = ("widen", "narrow")


def parameter_parts(model: LoadedModel) -> ParameterParts:
    """Return the tree of a network's parts; weights that are one stand where they come first."""
    _own, tied = named_weights(model.network)
    return ParameterParts(model=model.info.id, whole=network_tree(model).part(), tied=tied)


def find_node(model: LoadedModel, path: Sequence[str]) -> Node:
    """Return the part that a path of slugs leads to.

    Raises:
        InputError: It leads nowhere.
    """
    node = network_tree(model)
    for slug in path:
        found = next((child for child in node.children if child.part().slug == slug), None)
        if found is None:
            raise InputError("This model has no such part. Choose one of those that are offered.")
        node = found
    return node


def network_tree(model: LoadedModel) -> Node:
    """Return the whole network: embeddings, layers, pooler, heads, and what is none of these."""
    network, family = model.network, model.family
    prefix = f"{network.base_model_prefix}."
    paths = [name for name, module in network.named_modules() if type(module).__name__ == family.layer_class]
    layers: dict[str, list[Module]] = {path: [] for path in paths}
    groups: dict[PartKind, list[Module]] = {
        kind: [] for kind in ("embeddings", "pooler", "masked_words", "next_sentence", "other")
    }
    for module in modules_of(named_weights(network)[0]):
        layer = next((path for path in paths if module.path.startswith(f"{path}.")), None)
        if layer is not None:
            layers[layer].append(module)
        elif any(part in _EMBEDDINGS for part in module.path.removeprefix(prefix).split(".")):
            in_head = not module.path.startswith(prefix)
            groups["masked_words" if in_head else "embeddings"].append(module)
        elif module.path.startswith(f"{prefix}pooler"):
            groups["pooler"].append(module)
        elif f"{module.path}.".startswith(family.mlm_keys):
            groups["masked_words"].append(module)
        elif family.nsp_keys and f"{module.path}.".startswith(family.nsp_keys):
            groups["next_sentence"].append(module)
        else:
            groups["other"].append(module)
    times = max(1, round(model.info.layers / max(1, len(paths))))
    stack = [
        _layer(model, path, modules, number, times)
        for number, (path, modules) in enumerate(layers.items(), start=1)
    ]
    first, *rest = (Node(kind=kind, children=_leaves(modules)) for kind, modules in groups.items() if modules)
    return Node(kind="model", children=(first, *stack, *rest))


def _leaves(modules: Sequence[Module]) -> tuple[Node, ...]:
    kinds = [_EMBEDDINGS.get(module.path.rpartition(".")[2], "weights") for module in modules]
    return tuple(
        Node(
            kind=kind,
            number=None if kinds.count(kind) == 1 else 1 + kinds[:place].count(kind),
            name=module.path,
            weight=module.weight,
            bias=module.bias,
        )
        for place, (kind, module) in enumerate(zip(kinds, modules, strict=True))
    )


def _layer(model: LoadedModel, path: str, modules: Sequence[Module], number: int, times: int) -> Node:
    """Return one layer: its attention with every head of it, and its feed-forward part."""
    family = model.family
    kinds = {family.query: "query", family.key: "key"} | dict.fromkeys(_VALUE, "value")
    inner: dict[str, Module] = {}
    norms: list[Module] = []
    wide: list[Module] = []
    for module in modules:
        own = module.path.removeprefix(f"{path}.")
        last = own.rpartition(".")[2]
        if own in family.norms:
            norms.append(module)
        elif own.startswith("attention.") and last in kinds:
            inner[kinds[last]] = module
        elif own.startswith("attention.") and last == family.joining_layer:
            inner["output"] = module
        else:
            wide.append(module)
    norms.sort(key=lambda module: family.norms.index(module.path.removeprefix(f"{path}.")))
    after_attention, after_wide = (_of_kind("norm", module) for module in norms)
    heads = tuple(_head(inner, head, model.info.heads) for head in range(model.info.heads))
    joined = inner["output"]
    bias = () if joined.bias is None else (Node(kind="output_bias", name=joined.path, weight=joined.bias),)
    attention = Node(kind="attention", children=(*heads, *bias, after_attention))
    feed_forward = Node(
        kind="feed_forward",
        children=(*(_of_kind(*both) for both in zip(_FEED_FORWARD, wide, strict=True)), after_wide),
    )
    return Node(kind="layer", number=number, times=times, children=(attention, feed_forward))


def _of_kind(kind: PartKind, module: Module) -> Node:
    return Node(kind=kind, name=module.path, weight=module.weight, bias=module.bias)


def _head(inner: Mapping[str, Any], head: int, heads: int) -> Node:
    """Return one head's rows of query, key and value, and its columns of what joins the heads."""
    size = len(inner["query"].weight) // heads
    own = slice(head * size, (head + 1) * size)
    rows: tuple[PartKind, ...] = ("query", "key", "value")
    matrices = [
        Node(
            kind=kind,
            name=inner[kind].path,
            weight=inner[kind].weight[own],
            bias=None if inner[kind].bias is None else inner[kind].bias[own],
        )
        for kind in rows
    ]
    joining = Node(kind="output", name=inner["output"].path, weight=inner["output"].weight[:, own])
    return Node(kind="head", number=head + 1, children=(*matrices, joining))
