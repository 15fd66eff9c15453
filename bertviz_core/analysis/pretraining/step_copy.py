"""A copy of a network that may learn, while the network itself goes on answering everybody.

The copy shares with the network whatever does not learn: always the word embeddings, a third of a small
model, and as many of the lower layers as the memory that is allowed asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.errors import InputError

BYTES_A_PARAMETER = 12
"""A copy and both of AdamW's moments, four bytes each; a gradient is gone before the next one comes."""

WEIGHT_DECAY, BETAS, EPSILON = 0.01, (0.9, 0.999), 1e-6
"""As in the paper's appendix A.2 and the code that was published with it."""

_LAYER = re.compile(r"(?:\.layer|\.albert_layer_groups)\.(\d+)\.")


@dataclass(frozen=True, slots=True)
class LearningParts:
    """The parameters that learn, by name, and how many of the last layers they are from."""

    names: tuple[str, ...]
    layers: int
    parameters: int


def learning_parts(passes: ForwardPasses, *, max_bytes: int) -> LearningParts:
    """Choose what may learn: the heads, then layers from the last one down, then what is below them.

    Raises:
        InputError: Not even the heads and the last layer fit into so many bytes.
    """
    network, info = passes.model.network, passes.model.info
    groups = _groups(network)
    layers = max(groups)  # the place of the heads, above the last layer
    names: list[str] = []
    parameters, learning = 0, 0
    for place in (layers, *reversed(range(-1, layers))):  # heads, last layer, …, first layer, embeddings
        size = sum(parameter.numel() for _, parameter in groups.get(place, []))
        if (parameters + size) * BYTES_A_PARAMETER > max_bytes:
            break
        names += [name for name, _ in groups.get(place, [])]
        parameters += size
        learning += place in range(layers)
    if not learning:
        raise InputError(
            "“{model}” is too large to take steps here: a copy of its last layer alone takes more memory "
            "than is allowed. Choose a smaller model, for instance mini.",
            model=info.name,
        )
    return LearningParts(tuple(names), round(info.layers * learning / layers), parameters)


def learning_copy(network: nn.Module, names: tuple[str, ...]) -> nn.Module:
    """Return a copy with parameters of its own under these names, and the network's everywhere else."""
    shared = {id(tensor): tensor for tensor in (*network.parameters(), *network.buffers())}
    copied = deepcopy(network, dict(shared))
    own = {id(dict(network.named_parameters())[name]) for name in names}
    clones: dict[int, nn.Parameter] = {}  # tied parameters stay tied
    for module in copied.modules():
        for name, parameter in module._parameters.items():
            if parameter is not None and id(parameter) in own:
                if id(parameter) not in clones:
                    clones[id(parameter)] = nn.Parameter(parameter.detach().clone())
                module._parameters[name] = clones[id(parameter)]
    return copied


@contextmanager
def stepping_in_backward(network: nn.Module, *, learning_rate: float) -> Iterator[None]:
    """Let each parameter that learns take its AdamW step as soon as its gradient is there.

    So the gradients of all parameters never stand in memory at once.
    """

    def step(parameter: nn.Parameter) -> None:
        optimizers[parameter].step()
        parameter.grad = None

    learning = [parameter for parameter in network.parameters() if parameter.requires_grad]
    optimizers = {parameter: _adamw(parameter, learning_rate) for parameter in learning}
    hooks = [parameter.register_post_accumulate_grad_hook(step) for parameter in learning]
    try:
        yield
    finally:
        for hook in hooks:  # they hold the parameters that hold them
            hook.remove()


def _adamw(parameter: nn.Parameter, learning_rate: float) -> torch.optim.AdamW:
    """Biases and layer norms are not pulled towards zero, as in the paper's code."""
    decay = WEIGHT_DECAY if parameter.dim() > 1 else 0.0
    return torch.optim.AdamW(
        [parameter], lr=learning_rate, betas=BETAS, eps=EPSILON, weight_decay=decay, foreach=False
    )


def _groups(network: Any) -> dict[int, list[tuple[str, nn.Parameter]]]:
    """Return the parameters that can learn by layer; -1 is below the layers, one past the last the heads."""
    word_matrices = {id(network.get_input_embeddings().weight)}
    if network.get_output_embeddings() is not None:
        word_matrices.add(id(network.get_output_embeddings().weight))
    found: dict[int, list[tuple[str, nn.Parameter]]] = {}
    encoder = f"{network.base_model_prefix}."
    heads: list[tuple[str, nn.Parameter]] = []
    for name, parameter in network.named_parameters():
        if id(parameter) in word_matrices:
            continue
        layer = _LAYER.search(name)
        if layer:
            found.setdefault(int(layer[1]), []).append((name, parameter))
        elif name.startswith(encoder) and not name.startswith(f"{encoder}pooler."):
            found.setdefault(-1, []).append((name, parameter))
        else:
            heads.append((name, parameter))
    found[max(found, default=-1) + 1] = heads
    return found
