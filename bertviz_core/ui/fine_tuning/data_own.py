"""A data set that a visitor brought: what is in it, and how it is read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label, near_labels
from bertviz_core.results import Note, PreparedData, Task
from bertviz_core.training.data.headings import Columns, guess_columns
from bertviz_core.training.data.questions import read_questions
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.tagged_sets import tagged_data
from bertviz_core.training.data.text_file import decoded, read_text
from bertviz_core.training.data.text_sets import require_columns, text_data, with_notes
from bertviz_core.training.data.text_table import TextTable
from bertviz_core.ui.file_reading import FOUND_OUT, FileReading
from bertviz_core.ui.tagged_file_choices import TagReading, read_again
from bertviz_core.ui.text_key import text_key

MOST_BYTES = 20_000_000
_MOST_LABELS = 200
"""Of more it is not asked whether some are the same: it is another column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnData:
    """A file, pasted rows, or a set of the Hub."""

    name: str
    task: Task
    data: bytes = b""
    """As it came; nothing for a set of the Hub."""
    table: TextTable | None = None
    """Of texts with classes; other tasks are read from the file itself."""
    columns: Columns | None = None
    reading: TagReading | None = None
    """Of tagged sentences: which tags are taken, and what they say."""
    join_classes: bool = False
    """Classes of texts that differ only in how they are written are one."""
    read_as: FileReading = FOUND_OUT
    """What was said about encoding and separator."""
    notes: tuple[Note, ...] = ()
    """What was decided about both."""
    key: str = ""
    """Names what was brought and how it is read, for the fields that ask about it."""

    @property
    def doubtful(self) -> bool:
        """Tell whether it may well have been meant in another way, or somebody said so."""
        return any(note.doubtful for note in self.notes) or self.read_as != FOUND_OUT

    def prepared(self, seed: int) -> PreparedData:
        """Return the set, parted.

        Raises:
            InputError: It cannot be learned from.
        """
        if self.table is not None and self.columns is not None:
            return text_data(
                self.table,
                task=self.task,
                columns=self.columns,
                name=self.name,
                seed=seed,
                join_classes=self.join_classes,
            )
        return with_notes(self._of_text(self._text, seed), self.notes)

    @property
    def _text(self) -> str:
        return decoded(self.data, encoding=self.read_as.encoding)

    def _of_text(self, text: str, seed: int) -> PreparedData:
        if self.task == "question":
            return read_questions(text, name=self.name, seed=seed)
        return tagged_data(read_again(text, self.reading)[0], name=self.name, seed=seed)

    def with_header(self, has_header: bool) -> OwnData:
        """Read the table again, its first row as names or as an example."""
        return own_file(self.data, self.name, self.task, has_header=has_header, read_as=self.read_as)

    @property
    def has_near_classes(self) -> bool:
        """Tell whether labels of the table differ only in how they are written."""
        if self.table is None or self.columns is None:
            return False
        labels = {row[self.columns.label] for row in self.table.rows}
        return len(labels) <= _MOST_LABELS and bool(near_labels(map(clean_label, labels)))

    def with_reading(self, reading: TagReading) -> OwnData:
        """Take other tags of a file, or read them in another way.

        Raises:
            InputError: The file cannot be read so.
        """
        return replace(self, reading=read_again(self._text, reading)[1])

    def with_columns(self, columns: Columns) -> OwnData:
        """Take texts and labels from other columns."""
        return replace(self, columns=columns)


def own_file(
    data: bytes,
    name: str,
    task: Task,
    *,
    has_header: bool | None = None,
    read_as: FileReading = FOUND_OUT,
) -> OwnData:
    """Look at a file.

    Raises:
        InputError: It is too large, cannot be read, or holds no sentences or questions to learn from.
    """
    if len(data) > MOST_BYTES:
        raise InputError(
            "The file has more than {most} MB. Leave some rows out.", most=MOST_BYTES // 1_000_000
        )
    if task in ("tagging", "question"):
        read = read_text(data, encoding=read_as.encoding)
        own = OwnData(
            name=name,
            task=task,
            data=data,
            reading=read_again(read.text, None)[1] if task == "tagging" else None,
            read_as=read_as,
            notes=read.notes,
            key=_key(name, task, data, repr(read_as)),
        )
        own.prepared(0)  # nothing is left to choose that could help
        return own
    table = read_table(
        data, name, has_header=has_header, encoding=read_as.encoding, separator=read_as.separator
    )
    return own_table(table, name, task, data=data, read_as=read_as)


def own_table(
    table: TextTable, name: str, task: Task, *, data: bytes = b"", read_as: FileReading = FOUND_OUT
) -> OwnData:
    """Take a table, and guess what its columns are for.

    Raises:
        InputError: It has too few columns.
    """
    require_columns(table, task)
    columns = guess_columns(table.columns, table.rows, task)
    content = data or repr(table.rows).encode()
    return OwnData(
        name=name,
        task=task,
        data=data,
        table=table,
        columns=columns,
        read_as=read_as,
        notes=table.notes,
        key=_key(name, task, content, str(table.has_header), repr(read_as)),
    )


def _key(name: str, task: Task, content: bytes, *how: str) -> str:
    return text_key(name, task, hashlib.sha256(content).hexdigest(), *how)
