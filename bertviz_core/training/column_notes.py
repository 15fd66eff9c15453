"""What is said of the columns that are read."""

from __future__ import annotations

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.word_columns import LAST, Columns


def columns_notes(chosen: str, columns: Columns, left_out: tuple[int, int]) -> tuple[Note, ...]:
    """Say which columns are read, where there are more than a word and a tag.

    Args:
        chosen: How the tags are called.
        columns: What there are.
        left_out: Counts of contractions, whose parts are read, and of empty nodes.
    """
    ranges, empty = left_out
    remedy = N_("If you meant others, choose other tags.")
    if "upos" in columns.names:
        template = N_("The file is read as CoNLL-U: words from FORM, tags from {tags}.")
        if ranges or empty:
            template = N_(
                "The file is read as CoNLL-U: words from FORM, tags from {tags}. Contractions are read as "
                "their parts ({ranges}), empty nodes are left out ({empty})."
            )
        name = chosen.upper() if chosen in columns.names else chosen
        fields: dict[str, object] = {"tags": name, "ranges": ranges, "empty": empty}
        option = "--tags upos|xpos|FEATURE|column"
    elif columns.of_2012:
        template = N_("The file is read as CoNLL-2012: words from column 4, tags from {tags}.")
        fields, option = {"tags": chosen}, "--tags ner|xpos|NUMBER"
    elif columns.of_2009:
        template = N_("The file is read as CoNLL-2009: words from FORM, tags from {tags}.")
        fields, option = {"tags": chosen}, "--tags xpos|deprel|NUMBER"
    elif columns.by_name and columns.width > 2:
        template = N_("Of the lists of tags in this file, “{tags}” is read.")
        fields, option = {"tags": chosen}, "--tags NAME"
    elif columns.width > 2:
        template = N_("Of {columns} columns, words are read from number {word} and tags from number {tags}.")
        named = chosen in columns.names
        place = columns.names.index(chosen) + 1 if named else int(chosen) if chosen != LAST else columns.width
        fields = {"columns": columns.width, "word": columns.word + 1, "tags": place}
        option = "--tags NUMBER"
    else:
        return ()
    return (Note(kind="columns", template=template, fields=fields, remedy=remedy, option=option),)
