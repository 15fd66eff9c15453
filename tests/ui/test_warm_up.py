"""Libraries are imported before a visitor needs them, in a process of its own."""

import subprocess
import sys

CODE = """
import sys, threading
from bertviz_core.ui import warm_up
warm_up.FIRST_PAGE_S = 0
assert not set(warm_up.LIBRARIES) & set(sys.modules)
warm_up.warm_up(), warm_up.warm_up()
(thread,) = [thread for thread in threading.enumerate() if thread.name == "warm-up"]
thread.join()
assert set(warm_up.LIBRARIES) <= set(sys.modules)
"""


def test_they_are_imported_once_beside_the_rest() -> None:
    subprocess.run([sys.executable, "-c", CODE], check=True, timeout=200)
