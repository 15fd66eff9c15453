"""The files of visitors that Streamlit keeps in memory."""

from __future__ import annotations

from streamlit.runtime import get_instance
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from bertviz_core.server.upload_limits import Held
from bertviz_core.settings import get_settings


class KeptUploads:
    """Those of the runtime of this process; see `server.upload_limits.Uploads`."""

    def held(self) -> dict[str, Held]:
        """Return what is kept of each session that has files."""
        kept = {session: list(files.values()) for session, files in list(self._manager.file_storage.items())}
        return {
            session: Held(len(files), sum(len(file.data) for file in files))
            for session, files in kept.items()
            if files
        }

    def may_send(self, session: str) -> bool:
        """Tell whether files of a session are taken: where all must sign in, those of who did."""
        if get_settings().sign_in != "required":
            return True
        visit = get_instance().get_app_session(session)
        return visit is not None and not visit.matches_user_info({})

    def forget_closed(self) -> None:
        """Let go of the files of sessions that nobody is connected to."""
        runtime = get_instance()
        for session in self.held():
            if not runtime.is_active_session(session):
                self._manager.remove_session_files(session)

    @property
    def _manager(self) -> MemoryUploadedFileManager:
        manager = get_instance().uploaded_file_mgr
        assert isinstance(manager, MemoryUploadedFileManager)
        return manager
