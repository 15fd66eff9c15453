"""nginx with the configuration that the project brings, before copies on this machine."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "deploy" / "nginx"
PATIENCE_S = 20.0


def nginx_program() -> str | None:
    """Return where nginx is, None where it is not installed."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def write_configuration(folder: Path, port: int, copies: Mapping[str, str]) -> None:
    """Write the project's configuration with other addresses.

    Args:
        folder: Where.
        port: On which nginx is to listen.
        copies: Addresses (`host:port`) of the copies, by the names that `copies.conf` has.
    """
    text = (FOLDER / "copies.conf").read_text(encoding="utf-8")
    text = re.sub(r"^resolver .*$", "", text, flags=re.MULTILINE).replace(" resolve", "")
    for name, address in copies.items():
        text = re.sub(rf"\b{name}:8501\b", address, text)
    (folder / "copies.conf").write_text(text, encoding="utf-8")
    main = (FOLDER / "nginx.conf").read_text(encoding="utf-8")
    main = main.replace("listen 8080;", f"listen 127.0.0.1:{port};").replace("/dev/stdout", "access.log")
    (folder / "nginx.conf").write_text(main, encoding="utf-8")


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens on."""
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


@contextmanager
def running_nginx(folder: Path, copies: Mapping[str, str]) -> Iterator[str]:
    """Start nginx in a folder of its own; yield its address.

    Raises:
        RuntimeError: It is not installed, or did not start.
    """
    program = nginx_program()
    if program is None:
        raise RuntimeError("nginx is not installed: on Debian, nginx-light.")
    [port] = free_ports(1)
    write_configuration(folder, port, copies)
    process = subprocess.Popen(_command(program, folder), cwd=folder)
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=15)


def _command(program: str, folder: Path) -> Sequence[str]:
    """Return the command, whose workers may write into the folder also where root starts it."""
    user = " user root;" if os.getuid() == 0 else ""
    return (program, "-p", f"{folder}/", "-c", str(folder / "nginx.conf"), "-g", f"daemon off;{user}")


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("nginx did not start.")
