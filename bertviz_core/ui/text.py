"""Text of visitors inside Streamlit elements that read Markdown."""

from __future__ import annotations

import re

# Streamlit reads Markdown, TeX between dollars, :emoji: and :color[text] in labels and messages.
_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:^=&@/])")

# In what is left then it makes links of addresses, pictures of their names, and signs of arrows that stand
# alone.
_ADDRESS = re.compile(r"https?(?=://)|www(?=\.)|[-.\w+](?=@[-\w]+\.[-\w])", re.IGNORECASE)
_PICTURE = re.compile(r":[-+/\w]+(?=:)")
_ARROW = re.compile(r"(?<![^\s\ufeff])(?:<->|->|<-|--|[<>~]=)(?![^\s\ufeff])")

NOTHING = ":small[]"
"""Shows nothing, and parts a text, so that no side of it is an address, a picture or an arrow."""


def literal(text: str) -> str:
    """Escape a text so that a Markdown element shows it exactly as typed, on one line, and copies it so."""
    line = " ".join(text.split())
    parts, place = list[str](), 0
    for end in sorted(_ends(line)):
        parts.append(_MARKUP.sub(r"\\\1", line[place:end]))
        place = end
    parts.append(_MARKUP.sub(r"\\\1", line[place:]))
    return NOTHING.join(parts)


def _ends(line: str) -> set[int]:
    """Return where a text has to be parted."""
    names = {found.end() for form in (_ADDRESS, _PICTURE) for found in form.finditer(line)}
    arrows = {place for found in _ARROW.finditer(line) for place in range(found.start() + 1, found.end())}
    return names | arrows
