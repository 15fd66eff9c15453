"""An LSTM in NumPy: its states, and how each of them hangs on one of its inputs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import LstmWeights


def lstm_states(lstm: LstmWeights, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the states after each input, from a state of zeros (Hochreiter & Schmidhuber, 1997).

    Args:
        lstm: Its weights, of s state numbers.
        inputs: (n, e).

    Returns:
        (n, s).
    """
    state, cell = np.zeros((2, lstm.of_state.shape[1]), dtype=np.float32)
    states = []
    for entered in inputs:
        take, keep, new, show = _gates(lstm, entered, state)
        cell = keep * cell + take * new
        state = show * np.tanh(cell)
        states.append(state)
    return np.stack(states)


def lstm_influence(
    lstm: LstmWeights, inputs: NDArray[np.float32], first: int, last: int
) -> NDArray[np.float32]:
    """Return the Frobenius norm of d state / d inputs[first:last] for every state.

    Derivatives are carried along with the states, so that one walk gives all of them; they are those of
    automatic differentiation.

    Args:
        lstm: Its weights.
        inputs: (n, e).
        first: Of the inputs looked at, at least one.
        last: The one after them.

    Returns:
        (n,), 0 for states before the input.
    """
    size, width = lstm.of_state.shape[1], inputs.shape[1]
    state, cell = np.zeros((2, size), dtype=np.float32)
    of_state, of_cell = np.zeros((2, size, (last - first) * width), dtype=np.float32)
    norms = []
    for place, entered in enumerate(inputs):
        take, keep, new, show = _gates(lstm, entered, state)
        moved = lstm.of_state @ of_state  # (4 s, inputs looked at · e)
        if first <= place < last:
            moved[:, (place - first) * width : (place - first + 1) * width] += lstm.of_input
        by_take, by_keep, by_new, by_show = np.split(moved, 4)
        of_cell = (
            keep[:, None] * of_cell
            + (cell * keep * (1 - keep))[:, None] * by_keep
            + (new * take * (1 - take))[:, None] * by_take
            + (take * (1 - new**2))[:, None] * by_new
        )
        cell = keep * cell + take * new
        bent = np.tanh(cell)
        of_state = (bent * show * (1 - show))[:, None] * by_show + (show * (1 - bent**2))[:, None] * of_cell
        state = show * bent
        norms.append(float(np.linalg.norm(of_state)))
    return np.array(norms, dtype=np.float32)


def _gates(
    lstm: LstmWeights, entered: NDArray[np.float32], state: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return what is taken in, what is kept, what is new and what is shown."""
    take, keep, new, show = np.split(lstm.of_input @ entered + lstm.of_state @ state + lstm.bias, 4)
    return _sigmoid(take), _sigmoid(keep), np.tanh(new), _sigmoid(show)


def _sigmoid(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * values)), dtype=np.float32)
