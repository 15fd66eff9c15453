"""Bring the catalogues up to date: `python -m bertviz_core.locales`, then translate what is empty."""

from __future__ import annotations

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bertviz_core.installation import checkout
from bertviz_core.locales import LANGUAGES, catalogue_path
from bertviz_core.locales.messages import source_messages

# Babel's own header holds the hour of the run, which would change the file each time.
HEADER = 'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def update_catalogue(language: str, messages: dict[str, list[str]]) -> int:
    """Rewrite one catalogue with exactly these messages; return how many wait for a translation."""
    path = catalogue_path(language)
    old = Catalog()
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
    new = Catalog(locale=language)
    missing = 0
    for message, files in messages.items():
        known = old.get(message)
        string = str(known.string) if known and known.string else message if language == "en" else ""
        missing += not string
        new.add(message, string=string, locations=[(file, 0) for file in files])
    with path.open("wb") as target:
        target.write(HEADER.format(language=language).encode())
        write_po(target, new, width=110, omit_header=True, include_lineno=False)
    return missing


if __name__ == "__main__":
    if (root := checkout()) is None:
        raise SystemExit("The messages stand in the source: clone the project, and run this in its folder.")
    found = source_messages(root)
    for code in LANGUAGES:
        print(f"{code}: {len(found)} messages, {update_catalogue(code, found)} without translation")
