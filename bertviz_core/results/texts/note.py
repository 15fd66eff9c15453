"""What was decided while something was read, told so that a person can decide otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One decision, in a sentence. Page, command line and JSON tell the same ones, in the same order."""

    kind: str
    """What was decided about, for programs: `encoding`, `separator`, `scheme`, `casing`, `classes`, …"""
    template: str
    """An English sentence, marked with `N_`, with fields in `{braces}`."""
    fields: Mapping[str, object] = field(default_factory=dict)
    """Values for the fields. Text of visitors stands here, never in the template."""
    remedy: str = ""
    """What to do on a page where the decision is wrong: a sentence, marked with `N_`; empty for nothing."""
    option: str = ""
    """The command line's way to decide otherwise, for instance `--encoding NAME`; empty for none."""
    doubtful: bool = False
    """Another reading is likely too: a page shows this one first."""

    def document(self) -> dict[str, str]:
        """Return it as JSON documents hold it."""
        return {"kind": self.kind, "text": str(self), "option": self.option}

    def __str__(self) -> str:
        """Return the English sentence, filled in."""
        return self.template.format(**self.fields)
