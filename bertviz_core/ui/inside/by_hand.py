"""Self-attention by hand: three small vectors, then the same picture with a sentence and a head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from bertviz_core.charts.chart_style import token_labels
from bertviz_core.charts.role_colours import ROLE_COLOURS, role_colour
from bertviz_core.components.by_hand import by_hand_view
from bertviz_core.components.by_hand.payload import layer_picture, wanted_steps
from bertviz_core.results import ModelInfo
from bertviz_core.ui.address import address
from bertviz_core.ui.answers_while_typing import answers_while_typing, offer_answers_while_typing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.head_choice import choose_head
from bertviz_core.ui.i18n import _, language, numbers
from bertviz_core.ui.inside.by_hand_files import head_csv, head_json, steps_npz, toy_csv, toy_json
from bertviz_core.ui.inside.by_hand_toy import address_toy, usual_toy
from bertviz_core.ui.inside.by_hand_words import stepper_words
from bertviz_core.ui.notices import encoding_notices
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.strongest_pair import strongest_pair
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.visit_sentence import INSIDE, INSIDE_PAIR
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from bertviz_core import BertEngine

TOY, SENTENCE = "toy", "sentence"
PARAMETERS = ("of", "layer", "head", "step", "token", "numbers", "toy")
"""What the view has in the address; from `step` on the browser writes it."""


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show the steps of a layer, of small vectors or of the text."""
    source_place, layer_place, head_place = option_row([13, 5, 5])
    with source_place:
        source = _choose_source()
    if source == TOY:
        _draw_toy()
    else:
        _draw_sentence(engine, text, pair, layer_place, head_place)
    st.markdown(
        _(
            "**How to read this.** Step by step the numbers on the left become those on the right, and what "
            "is right in one step is left in a later one. Blue is above zero, orange below, the stronger the "
            "larger; query, key and value keep their colours on all pages. Vaswani et al. (2017), *Attention "
            "Is All You Need*, sections 3.1 to 3.3, call it scaled dot-product and multi-head attention; "
            "Devlin et al. (2019), section 3, stack it."
        )
    )
    if source == SENTENCE and (note := _family_note(engine.info)):
        st.caption(note)


def _choose_source() -> str:
    names = {TOY: _("Three small vectors"), SENTENCE: _("The sentence")}
    named = address.get("of", "")
    chosen = st.segmented_control(
        _("What is followed"),
        list(names),
        default=None if "by_hand_source" in st.session_state else named if named in names else TOY,
        format_func=lambda source: names[source],
        required=True,
        key="by_hand_source",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("of", chosen or TOY, usual=TOY)
    return chosen or TOY


def _draw_toy() -> None:
    toy, usual = address_toy(), usual_toy()
    vectors = [f"x{number + 1}" for number in range(len(usual["matrices"]["x"]))]
    picture = {"toy": toy, "usual": usual, "tokens": vectors, "opening": 0}
    by_hand_view(_framed(TOY, TOY, picture), key="by_hand_view")
    if save_menu():
        save_as(_("All steps as CSV"), "small_vectors.csv", lambda: toy_csv(toy))
        save_as(_("All steps as JSON"), "small_vectors.json", lambda: toy_json(toy))


def _draw_sentence(
    engine: BertEngine, text: str, pair: str | None, layer_place: Any, head_place: Any
) -> None:
    info, encoding = engine.info, engine.encode(text, pair)
    layer, head = choose_head(
        info, (layer_place, head_place), key="by_hand", usual=lambda: _telling_head(engine, text, pair)
    )
    steps = engine.layer_steps(text, pair, layer=layer)
    query, key = strongest_pair(steps.weights[head], encoding.special)
    labels = token_labels(encoding, range(len(encoding)))
    template = _("Layer {layer}, head {head}: “{query}” takes {share} of its new vector from “{key}”.")
    answer = template.format(
        layer=layer + 1,
        head=head + 1,
        query=labels[query],
        key=labels[key],
        share=percent(float(steps.weights[head, query, key]), 0),
    )
    picture = layer_picture(steps, head=head) | {"tokens": labels, "opening": query, "answer": answer}
    if answers_while_typing(engine):
        wanted = wanted_steps(info, layer=layer, head=head)
        offer_answers_while_typing(engine, fields=(INSIDE, INSIDE_PAIR), wanted={"steps": wanted})
        typing = {"layer": layer, "answer": template, "percentSign": numbers().percent_sign}
        picture |= {"typing": typing, "text": encoding.text, "pair": encoding.pair}
    asked = text_key(info.id, str(info.revision), encoding.text, encoding.pair or "")
    by_hand_view(_framed(SENTENCE, f"{asked} {layer} {head}", picture), key="by_hand_view")
    encoding_notices(encoding)
    if save_menu():
        save_as(_("This head as CSV"), "self_attention.csv", lambda: head_csv(steps, head))
        save_as(_("All steps as JSON"), "layer_steps.json", lambda: head_json(steps, head))
        save_as(_("All heads and steps as NPZ"), "layer_steps.npz", lambda: steps_npz(steps))


def _framed(kind: str, name: str, picture: dict[str, Any]) -> dict[str, Any]:
    """Add to the numbers what the browser needs beside them."""
    style = chart_style()
    return picture | {
        "id": name,
        "kind": kind,
        "locale": language(),
        "roles": {role: role_colour(role, style) for role in ROLE_COLOURS},
        "words": stepper_words(of_toy=kind == TOY),
        "address": {name: address[name] for name in ("step", "token", "numbers") if name in address},
    }


def _telling_head(engine: BertEngine, text: str, pair: str | None) -> tuple[int, int]:
    """Return the head with the strongest link between two words that are not neighbours, if there are any."""
    engine.layer_steps(text, pair, layer=0)  # a text that is too long is told before all heads are asked
    maps = engine.attention(text, pair)
    places = np.arange(len(maps.encoding))
    ordinary = ~maps.encoding.special
    far = ordinary[:, np.newaxis] & ordinary & (np.abs(places[:, np.newaxis] - places) > 1)
    strongest = np.where(far, maps.weights, 0).max(axis=(2, 3))
    layer, head = np.unravel_index(int(strongest.argmax()), strongest.shape)
    return int(layer), int(head)


def _family_note(info: ModelInfo) -> str:
    """Say what the model's family does differently in a layer."""
    match info.family:
        case "albert":
            return _(
                "ALBERT: all layers have the same matrices (Lan et al., 2020), and its activation is an "
                "approximation of GELU."
            )
        case "distilbert":
            return _("DistilBERT divides queries by √d before it multiplies; the scores are the same.")
        case "roberta" | "xlm-roberta":
            return _(
                "RoBERTa's layers are BERT's; only its training and its tokens differ (Liu et al., 2019)."
            )
        case "electra":
            return _("ELECTRA's layers are BERT's; it learned to find replaced tokens (Clark et al., 2020).")
        case _:
            return ""
