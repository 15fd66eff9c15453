"""The same text as other models cut it: each word with its pieces, a row for each model."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.inside.input_tokenizers import load_reader
from bertviz_core.errors import BertScopeError
from bertviz_core.models.hub import is_cached
from bertviz_core.models.run_models import is_run_model, run_stamp
from bertviz_core.results import Encoding, ListedModel
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.offered_models import offered_models
from bertviz_core.ui.text import literal
from bertviz_core.ui.word_choices import word_choices

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.analysis.texts.tokens import TextReader

PARAMETER = "tokenizers"
MOST_MODELS, MOST_LETTERS = 6, 512
_FAILED = "input_failed_tokenizers"
"""Session key of the tokenizers that could not be had, so that each run does not wait for them anew."""

_STYLE = """<style>
.cuts h4 {font-size: 1rem; font-weight: 600; margin: 0.5rem 0 0.2rem; padding: 0}
.cuts h4 small {font-weight: 400; font-size: 0.95rem; opacity: 0.8}
.cuts .words {display: flex; flex-wrap: wrap; gap: 0.3rem 0.55rem; font-size: 0.95rem;
  font-family: "Source Code Pro", monospace}
.cuts .words > span {display: inline-flex; gap: 2px; max-width: 100%; overflow-wrap: anywhere}
.cuts i {font-style: normal; padding: 0 0.3rem; border-radius: 0.2rem;
  background: color-mix(in srgb, currentColor 9%, transparent)}
.cuts i.unknown {background: none; border: 1px dashed currentColor}
</style>"""


def compare_tokenizers(engine: BertEngine, text: str) -> None:
    """Draw the pieces of a text under the chosen models, in a part of the page that opens on request."""
    panel = st.expander(
        _("The same text under other tokenizers"),
        expanded=PARAMETER in address,
        key="input_tokenizers",
        on_change="rerun",
    )
    if not panel.open:
        return
    with panel:
        chosen = _choose(offered_models(), engine.info.id)
        failed: dict[str, BertScopeError] = st.session_state.setdefault(_FAILED, {})
        for model in set(failed) - {listed.id for listed in chosen}:
            del failed[model]  # whoever chooses it again has it tried again
        shown = text[:MOST_LETTERS]
        st.html(_STYLE)
        for listed in chosen:
            _draw_cut(listed, shown, failed)
        st.caption(
            _(
                "Only the tokenizer is loaded, not the model. A dashed frame is a piece that the vocabulary "
                "does not have, with what was written there."
            )
        )
        if len(text) > MOST_LETTERS:
            st.caption(
                _("Only the first {count} letters of the text are cut into pieces.", count=MOST_LETTERS)
            )


def _choose(offered: dict[str, ListedModel], current: str) -> list[ListedModel]:
    """Ask for models; begin with those of the address, or with those that need no network."""
    named = [model for model in address.get(PARAMETER, "").split(",") if model in offered]
    here = [model for model in offered if _is_here(offered[model])]
    usual = sorted(here, key=lambda model: model != current)[:MOST_MODELS]
    chosen = st.multiselect(
        _("Models"),
        list(offered),
        default=(named or usual)[:MOST_MODELS],
        format_func=lambda model: offered[model].name,
        max_selections=MOST_MODELS,
        key=f"input_tokenizers_{language()}",
        persist_state="session",
        help=_("Of a model that is not on this machine yet, the tokenizer is downloaded: a few megabytes."),
    )
    address.put(PARAMETER, ",".join(chosen))
    return [offered[model] for model in chosen]


def _is_here(model: ListedModel) -> bool:
    return model.source != "hub" or is_cached(model.id, weights=False)


def _draw_cut(model: ListedModel, text: str, failed: dict[str, BertScopeError]) -> None:
    """Draw the words of a text as one model cuts them, or say why that cannot be done."""
    if model.id not in failed:
        try:
            with st.spinner(_("Loading the tokenizer…")):
                stamp = run_stamp(model.id) if is_run_model(model.id) else ""
                reader = _reader(model.id, stamp)
        except BertScopeError as error:
            failed[model.id] = error
    if model.id in failed:
        st.markdown(f"**{literal(model.name)}**")
        show_error(failed[model.id])
        return
    try:
        encoding = reader.read(text)
    except BertScopeError as error:
        st.markdown(f"**{literal(model.name)}**")
        show_error(error)
        return
    st.html(_cut(model, encoding))


def _cut(model: ListedModel, encoding: Encoding) -> str:
    """Return a heading and the words in HTML."""
    words = [word for word in word_choices(encoding) if not word.special]
    pieces = sum(len(word.tokens) for word in words)
    counted = _(
        "{pieces} pieces for {words} words and signs, {share} each",
        pieces=number(pieces),
        words=number(len(words)),
        share=number(pieces / max(1, len(words)), places=2),
    )
    spans = "".join(
        f"<span>{''.join(_piece(encoding, place) for place in word.tokens)}</span>" for word in words
    )
    return (
        f'<div class="cuts"><h4>{escape(model.name)} <small>{escape(counted)}</small></h4>'
        f'<div class="words">{spans}</div></div>'
    )


def _piece(encoding: Encoding, place: int) -> str:
    token = escape(encoding.tokens[place])
    if not encoding.unknown[place]:
        return f"<i>{token}</i>"
    written = encoding.surfaces[place]
    return f'<i class="unknown">{token} ← {escape(written)}</i>'


# A vocabulary of 250,000 pieces takes 100 MB.
@st.cache_resource(max_entries=MOST_MODELS, show_spinner=False)
def _reader(model: str, stamp: str) -> TextReader:
    return load_reader(model)
