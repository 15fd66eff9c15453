"""Files of pages, as `st.Page` takes them without looking for them on the disk again in each run.

`st.Page` resolves the path of a page: eight pages a run, and half a dozen calls of the operating system each.
Every one of them gives Python's lock away, and whoever wants it back stands behind other visitors.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path, PurePath

from bertviz_core.installation import app_folder


class _KnownFile(type(Path())):  # type: ignore[misc]  # the path of this system, whose type has no name
    """An absolute path that was resolved and looked for once."""

    def __rtruediv__(self, folder: str | PurePath) -> _KnownFile:
        return self

    def resolve(self, strict: bool = False) -> _KnownFile:
        return self

    def is_file(self) -> bool:
        return True


@lru_cache(maxsize=64)
def page_file(name: str) -> Path:
    """Return the path of a page.

    Args:
        name: Of its file in `pages/`.

    Raises:
        FileNotFoundError: There is no such page.
    """
    return _KnownFile((app_folder() / "pages" / name).resolve(strict=True))


@lru_cache(maxsize=1)
def page_names() -> frozenset[str]:
    """Return the pages of the sidebar, as addresses name them."""
    names = {path.stem for path in (app_folder() / "pages").glob("*.py")}
    return frozenset(names - {"frame", "home"})
