"""Classes that follow a lecturer: where he is, what he asks, and how they voted."""

from __future__ import annotations

from bertviz_core.server.classes.bulletin import Bulletin
from bertviz_core.server.classes.leading import Leading
from bertviz_core.server.classes.store import ClassesHere, ClassStore
from bertviz_core.settings import get_settings


def classes_at(redis_url: str | None) -> Leading:
    """Return the classes of this installation, kept in a Redis where copies share one."""
    rung: list[Bulletin] = []
    store: ClassStore
    if redis_url is None:
        store = ClassesHere(lambda code: rung[0].ring(code))
    else:
        from bertviz_core.server.classes.redis_store import ClassesInRedis

        store = ClassesInRedis(redis_url)
    rung.append(Bulletin(store))
    return Leading(store, rung[0])


def classes_of_app() -> Leading:
    """Return those of this process, kept where its settings say."""
    return classes_at(get_settings().redis_url)
