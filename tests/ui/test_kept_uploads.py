"""What Streamlit keeps of files is where it is looked for."""

from __future__ import annotations

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

import app
from bertviz_core.server.upload_limits import ADDRESS, Held, UploadLimits
from bertviz_core.settings import Settings
from bertviz_core.ui import kept_uploads
from bertviz_core.ui.kept_uploads import KeptUploads


class Visit:
    """A session of Streamlit's, which says only whether somebody is the one it is of."""

    def __init__(self, **info: object) -> None:
        self._info = info

    def matches_user_info(self, info: dict[str, object]) -> bool:
        return self._info == info


class Runtime:
    """A server to which one session is connected."""

    uploaded_file_mgr = MemoryUploadedFileManager(ADDRESS)

    def is_active_session(self, session: str) -> bool:
        return session == "open"

    def get_app_session(self, session: str) -> Visit | None:
        return {"open": Visit(), "known": Visit(is_logged_in=True)}.get(session)


def test_files_are_counted_and_those_of_closed_sessions_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_uploads, "get_instance", Runtime)
    uploads, manager = KeptUploads(), Runtime.uploaded_file_mgr
    for session, file in (("open", "a"), ("open", "b"), ("closed", "a")):
        manager.add_file(session, UploadedFileRec(file_id=file, name="x", type="text/plain", data=b"123"))
    assert uploads.held() == {"open": Held(2, 6), "closed": Held(1, 3)}
    uploads.forget_closed()
    assert uploads.held() == {"open": Held(2, 6)}
    (url, *_) = manager.get_upload_urls("open", ["x"])
    assert url.upload_url.partition(ADDRESS)[0] == ""


@pytest.mark.parametrize(
    ("sign_in", "taken"), [("required", ["known"]), ("offered", ["open", "known", "gone"])]
)
def test_where_all_must_sign_in_files_of_strangers_are_not_taken(
    monkeypatch: pytest.MonkeyPatch, sign_in: str, taken: list[str]
) -> None:
    monkeypatch.setattr(kept_uploads, "get_instance", Runtime)
    monkeypatch.setattr(kept_uploads, "get_settings", lambda: Settings.model_validate({"sign_in": sign_in}))
    assert [visit for visit in ("open", "known", "gone") if KeptUploads().may_send(visit)] == taken


def test_the_app_takes_files_through_the_limits() -> None:
    (limits,) = [each for each in app.app._user_middleware if each.cls is UploadLimits]
    assert isinstance(limits.kwargs["uploads"], KeptUploads)
    assert 300_000_000 <= limits.kwargs["of_session"] <= limits.kwargs["of_all"]


def test_one_visitor_may_bring_the_largest_model() -> None:
    assert Settings(max_uploads_bytes=1_000, max_upload_bytes=300).max_own_uploads_bytes == 500
    assert Settings(max_uploads_bytes=1_000, max_upload_bytes=700).max_own_uploads_bytes == 700
    assert Settings(max_uploads_bytes=1_000, max_upload_bytes=7_000).max_own_uploads_bytes == 1_000
