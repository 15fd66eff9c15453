"""How a model is to be fine-tuned: what people change is seen, the rest folds away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import streamlit as st

from bertviz_core.results import METHODS, LearningSettings, Method
from bertviz_core.ui.address import address
from bertviz_core.ui.fine_tuning.learn_names import method_name
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.written_numbers import rate_text

METHOD, RATE, WEIGHTS = "method", "rate", "class_weights"
NUMBERS = {
    "epochs": (1, 100),
    "last_layers": (1, 48),
    "lora_rank": (1, 256),
    "batch_size": (1, 256),
    "warmup": (0, 90),
    "patience": (0, 100),
    "max_tokens": (8, 8192),
    "run_seed": (0, 9999),
}
"""Whole numbers by their parameter in the address, with the bounds of their fields."""

PARAMETERS = (METHOD, RATE, WEIGHTS, *NUMBERS)
RATES = (1e-6, 5e-6, 1e-5, 2e-5, 3e-5, 5e-5, 1e-4, 2e-4, 3e-4, 5e-4, 1e-3, 2e-3)


def ask_settings(
    usual_of: Callable[[Method], LearningSettings], *, layers: int, longest: int, classes: bool
) -> LearningSettings:
    """Ask for the settings; at first those that the address names, or the usual ones.

    Args:
        usual_of: What suits the model and the data, by method; for other ones everything is asked anew.
        layers: Of the model.
        longest: Tokens that the model can read.
        classes: The task has classes, so that rare ones can weigh more.
    """
    usual = usual_of(METHODS[0])
    method = _Fields(text_key(repr(asdict(usual)), str(layers))).method(usual.method)
    usual = usual_of(method)
    fields = _Fields(text_key(repr(asdict(usual)), str(layers)))
    epochs_place, rate_place, own_place, more_place = st.columns([5, 7, 5, 7], vertical_alignment="bottom")
    with epochs_place:
        epochs = fields.number("epochs", usual.epochs, label=_("Epochs"), help=_epochs_advice())
    with rate_place:
        rate = fields.rate(usual.learning_rate)
    settings = replace(usual, epochs=epochs, learning_rate=rate)
    with own_place:
        if method == "last_layers":
            count = min(usual.last_layers, layers)
            last = fields.number("last_layers", count, label=_("How many layers"), most=layers)
            settings = replace(settings, last_layers=last)
        elif method == "lora":
            rank = fields.number("lora_rank", usual.lora_rank, label=_("LoRA rank"), help=_rank_advice())
            settings = replace(settings, lora_rank=rank)
    with more_place.popover(_("More"), icon=":material/tune:", width="stretch"):
        return _ask_rest(settings, fields, longest=longest, classes=classes)


def _ask_rest(
    settings: LearningSettings, fields: _Fields, *, longest: int, classes: bool
) -> LearningSettings:
    """Ask for what most people leave as it is."""
    left, right = st.columns(2)
    warmup = round(100 * settings.warmup)
    with left:
        batch = fields.number(
            "batch_size", settings.batch_size, label=_("Examples a step"), help=_batch_advice()
        )
        percent = fields.number("warmup", warmup, label=_("Warm-up, % of the steps"), help=_warmup_advice())
        tokens = fields.number(
            "max_tokens",
            min(settings.max_tokens, longest),
            label=_("Longest text, in tokens"),
            most=longest,
            help=_("Longer texts are cut. Time and memory grow with it."),
        )
    with right:
        patience = fields.number(
            "patience", settings.patience, label=_("Early stopping"), help=_patience_advice()
        )
        seed = fields.number("run_seed", settings.seed, label=_("Seed"), help=_seed_advice())
        weights = classes and fields.class_weights(settings.class_weights)
    return replace(
        settings,
        batch_size=batch,
        warmup=settings.warmup if percent == warmup else percent / 100,
        max_tokens=tokens,
        patience=patience,
        seed=seed,
        class_weights=weights,
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """Fields whose values stand in the address, unless they are the usual ones."""

    key: str
    """Of what is usual, in the keys of the session."""

    def number(
        self, parameter: str, usual: int, *, label: str, most: int | None = None, help: str | None = None
    ) -> int:
        """Ask for a whole number within its bounds; an empty field counts as the usual one."""
        least, bound = NUMBERS[parameter]
        bound = max(least, min(bound, most)) if most is not None else max(bound, usual)
        named = address.number(parameter)
        chosen = st.number_input(
            label,
            min_value=min(least, usual),
            max_value=bound,
            value=named if named is not None and least <= named <= bound else usual,
            step=1,
            key=f"learn_{parameter}_{self.key}",
            persist_state="session",
            help=help,
        )
        value = usual if chosen is None else int(chosen)
        address.put(parameter, str(value), usual=str(usual))
        return value

    def method(self, usual: Method) -> Method:
        """Ask which weights learn."""
        named = address.get(METHOD)
        chosen: Method | None = st.segmented_control(
            _("What learns"),
            METHODS,
            default=named if named in METHODS else usual,
            format_func=method_name,
            required=True,
            key=f"learn_method_{self.key}",
            persist_state="session",
            help=_(
                "All weights: as in the BERT paper. Last layers: those below stay as they are, which is "
                "faster. LoRA (Hu et al. 2021): all weights stay, small matrices beside them learn."
            ),
        )
        address.put(METHOD, chosen or usual, usual=usual)
        return chosen or usual

    def rate(self, usual: float) -> float:
        """Ask for the learning rate, one of a row that has the usual one in it."""
        rates = {f"{rate:g}": rate for rate in sorted({*RATES, usual})}
        named = address.get(RATE)
        chosen: str = st.selectbox(
            _("Learning rate"),
            list(rates),
            index=list(rates).index(named if named in rates else f"{usual:g}"),
            format_func=lambda name: rate_text(rates[name]),
            key=f"learn_rate_{self.key}_{language()}",  # the browser names a choice by its label
            persist_state="session",
            help=_(
                "The highest one. The BERT paper takes 2·10⁻⁵ to 5·10⁻⁵; small models, last layers and LoRA "
                "learn with more."
            ),
        )
        address.put(RATE, chosen, usual=f"{usual:g}")
        return rates.get(chosen, usual)

    def class_weights(self, usual: bool) -> bool:
        """Ask whether rare classes weigh more."""
        named = address.get(WEIGHTS)
        chosen = st.checkbox(
            _("Rare classes weigh as much as frequent ones"),
            value=named == "1" if named in ("0", "1") else usual,
            key=f"learn_class_weights_{self.key}",
            persist_state="session",
        )
        address.put(WEIGHTS, str(int(chosen)), usual=str(int(usual)))
        return bool(chosen)


def _epochs_advice() -> str:
    return _("How often every example is seen. The BERT paper takes 2 to 4; small models need more.")


def _rank_advice() -> str:
    return _("Columns of the small matrices: the more, the more they can learn. 8 is common.")


def _batch_advice() -> str:
    return _("The BERT paper takes 16 or 32. More take more memory.")


def _warmup_advice() -> str:
    return _("The learning rate rises for so long, then falls to 0 in a straight line.")


def _patience_advice() -> str:
    return _(
        "It ends when so many times in a row the validation examples were told no better. 0: never. The best "
        "weights are kept either way."
    )


def _seed_advice() -> str:
    return _("The same seed, data and settings give the same model.")
