"""Tagged sentences for the experiment: a written sample, or a file of the visitor's."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bertviz_core.analysis.passes.pass_cache import PassCache
from bertviz_core.errors import InputError
from bertviz_core.results import Note
from bertviz_core.samples.tagging import TAGGED_LANGUAGES, TaggedSentence, tagged_sentences
from bertviz_core.server.process_wide import process_wide
from bertviz_core.training.data.text_file import LARGEST_TEXT_FILE, read_text
from bertviz_core.training.tagged_sentences import ENDINGS, MOST_CHARACTERS
from bertviz_core.ui.address import address
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.file_reading import ask_file_reading, file_reading, forget_file_reading
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.tagged_file_choices import TagReading, ask_reading, read_again
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import text_key

DATA_PARAMETER = "tagged"
MOST_BYTES = 4 * MOST_CHARACTERS
KEPT_BYTES = 40_000_000
"""Of files of visitors, so that a job's page can be loaded again."""

_BYTES_A_WORD = 100  # about: word and tag are kept once each, with their places in two tuples
_CHOICE, _FILE, _MENU = "tagging_data", "tagging_file", "tagging_menu"
_READ, _PROBLEM, _AGAIN = "tagging_read", "tagging_problem", "tagging_again"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedSet:
    """Sentences that an experiment can be run on."""

    key: str
    """Its name in the address: a language, or made of what is in the file."""
    file_name: str
    """Empty for a written sample."""
    sentences: tuple[TaggedSentence, ...]
    text: str = field(default="", repr=False)
    """Of the file, so that it can be read in another way."""
    reading: TagReading | None = None
    """How the file was read; nothing of a written sample."""
    encoding_notes: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    """How the file was read, its encoding included."""

    @property
    def different_sentences(self) -> int:
        """Count the sentences, equal ones once."""
        return len({sentence.tokens for sentence in self.sentences})

    @property
    def nbytes(self) -> int:
        """Return about how many bytes are held."""
        words = sum(len(sentence.tokens) for sentence in self.sentences)
        return _BYTES_A_WORD * words + 2 * len(self.text)

    @property
    def name(self) -> str:
        """Name it in the visitor's language."""
        samples = {"es": _("Spanish sample"), "en": _("English sample")}
        return samples.get(self.key) or _("Own file: {name}", name=self.file_name)


def ask_data(reading_place: DeltaGenerator) -> TaggedSet:
    """Ask which sentences; those that the address names at first, or the sample nearest to the visitor.

    Args:
        reading_place: Where it is said and asked how a file is read.
    """
    if (again := st.session_state.pop(_AGAIN, None)) is not None:
        _take(again)
    own = _own()
    sets = {code: _sample(code) for code in TAGGED_LANGUAGES} | ({own.key: own} if own else {})
    named = address.get(DATA_PARAMETER, "")
    usual = language() if language() in TAGGED_LANGUAGES else TAGGED_LANGUAGES[0]
    if st.session_state.get(_CHOICE) not in sets:  # a label of another language
        st.session_state.pop(_CHOICE, None)
    data_place, file_place = st.columns(2, vertical_alignment="bottom")
    chosen: str = data_place.selectbox(
        _("Tagged sentences"),
        list(sets),
        index=list(sets).index(named if named in sets else usual),
        format_func=lambda key: sets[key].name,
        key=_CHOICE,
        persist_state="session",
    )
    with file_place:
        _file_menu()
    chosen = chosen if chosen in sets else usual
    gone = bool(named) and named not in sets and named != chosen
    address.put(DATA_PARAMETER, chosen, usual=usual, told=gone)
    if gone:
        st.info(
            _("The file that this address names is not kept any more. Choose it again under “From a file”."),
            icon=":material/info:",
        )
    with reading_place:
        _ask_reading(sets[chosen])
    return sets[chosen]


def _ask_reading(data: TaggedSet) -> None:
    """Say how a file was read, and ask whether it is meant so; what cannot be read leaves it as it was."""
    if data.reading is None:
        return
    asked = ask_reading(data.reading, data.key)
    draw_decisions(data.notes)
    if asked == data.reading:
        return
    try:
        st.session_state[_AGAIN] = _read(data.text, data.file_name, data.encoding_notes, asked)
    except InputError as problem:
        show_error(problem)
        return
    st.rerun()


def _read(
    text: str, name: str, encoding_notes: tuple[Note, ...], asked: TagReading | None = None
) -> TaggedSet:
    file, reading = read_again(text, asked)
    how = (reading.tags, reading.scheme, str(reading.join_classes)) if asked else ()
    return TaggedSet(
        key=text_key(text, *how),
        file_name=name,
        sentences=file.sentences,
        text=text,
        reading=reading,
        encoding_notes=encoding_notes,
        notes=(*encoding_notes, *file.notes),
    )


def _take(own: TaggedSet) -> None:
    """Keep a file, and choose it."""
    _kept().keep(own.key, own)
    st.session_state[_READ], st.session_state[_CHOICE] = own, own.key


def _sample(code: str) -> TaggedSet:
    return TaggedSet(key=code, file_name="", sentences=tagged_sentences(code))


def _own() -> TaggedSet | None:
    """Return the visitor's file of this visit, or the kept one that the address names."""
    read: TaggedSet | None = st.session_state.get(_READ)
    if read is not None:
        return read
    if kept := _kept().find(address.get(DATA_PARAMETER, "")):
        st.session_state[_READ] = kept
    return kept


def _file_menu() -> None:
    menu = st.popover(
        _("From a file"), icon=":material/upload_file:", width="stretch", key=_MENU, on_change="rerun"
    )
    with menu:
        st.file_uploader(
            _(
                "CoNLL or CoNLL-U: a word and its tag in each line, a blank line between sentences; "
                "or JSON with a list of words and one of tags in each row"
            ),
            type=[*ENDINGS],
            max_upload_size=LARGEST_TEXT_FILE,
            key=_FILE,
            on_change=_take_new_file,
        )
        if st.session_state.get(_FILE) is not None:
            ask_file_reading(_FILE, separator=False, on_change=_take_file)
        st.caption(
            _(
                "10 to 2,000 sentences; tags as B-PER, I-PER, O (BIO), as BIOES, or names of classes; of "
                "treebanks (CoNLL-U) UPOS, XPOS or a feature. The "
                "sentences stay on this server for as long as there is room: whoever has the link of this "
                "view sees them."
            )
        )
        st.code("Ana\tB-PER\nvive\tO\nen\tO\nSan\tB-LOC\nJuan\tI-LOC\n.\tO", language=None)
        if problem := st.session_state.get(_PROBLEM):
            show_error(problem)


def _take_new_file() -> None:
    forget_file_reading(_FILE)
    _take_file()


def _take_file() -> None:
    """Read the file that was chosen, and choose it; one that cannot be used leaves everything as it was."""
    state = st.session_state
    state.pop(_PROBLEM, None)
    file = state.get(_FILE)
    if file is None:
        return
    try:
        if file.size > MOST_BYTES:
            raise InputError(
                "The file has more than {most} characters. Leave some sentences out.", most=MOST_CHARACTERS
            )
        read = read_text(file.getvalue(), encoding=file_reading(_FILE).encoding)
        own = _read(read.text, file.name, read.notes)
    except InputError as problem:
        state[_PROBLEM] = problem
        return
    _take(own)
    state[_MENU] = False


@process_wide
def _kept() -> PassCache[TaggedSet]:
    return PassCache(max_bytes=KEPT_BYTES, max_entry_bytes=KEPT_BYTES)


def data_summary(data: TaggedSet) -> str:
    """Say how many sentences and words there are."""
    words = sum(len(sentence.tokens) for sentence in data.sentences)
    return _(
        "{name}: {sentences} sentences, {words} words",
        name=literal(data.name),
        sentences=number(len(data.sentences)),
        words=number(words),
    )
