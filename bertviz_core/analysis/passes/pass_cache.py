"""A cache bounded in bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """What can be kept: an entry that knows how many bytes it holds."""

    @property
    def nbytes(self) -> int:
        """Return the bytes held."""
        ...


Entry = TypeVar("Entry", bound=Sized)


class PassCache(Generic[Entry]):
    """Keep the entries used last, up to a number of bytes; safe to share between threads."""

    def __init__(self, *, max_bytes: int, max_entry_bytes: int) -> None:
        """Bound the whole and each entry; a larger entry is handed out but not kept."""
        self._max_bytes = max_bytes
        self._max_entry_bytes = max_entry_bytes
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, Entry] = OrderedDict()
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """Return the bytes held now."""
        return self._bytes

    def find(self, key: Hashable) -> Entry | None:
        """Return the entry of a key if it is kept."""
        with self._lock:
            return self._find(key)

    def keep(self, key: Hashable, entry: Entry) -> None:
        """Keep an entry that was computed on the way to another answer."""
        with self._lock:
            self._keep(key, entry)

    def holds(self, size: int) -> bool:
        """Tell whether an entry of so many bytes would be kept."""
        return size <= min(self._max_entry_bytes, self._max_bytes)

    def _find(self, key: Hashable) -> Entry | None:
        if key in self._entries:
            self._entries.move_to_end(key)
        return self._entries.get(key)

    def _keep(self, key: Hashable, entry: Entry) -> None:
        size = entry.nbytes
        if key in self._entries or not self.holds(size):
            return
        self._entries[key] = entry
        self._bytes += size
        while self._bytes > self._max_bytes:
            _, oldest = self._entries.popitem(last=False)
            self._bytes -= oldest.nbytes
