"""A server of the page in a process of its own, on a data folder of its own."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

START_SECONDS = 60.0


class RunningServer:
    """`tengen play` as a user starts it, without a browser."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.port = 0
        self._words = words
        self._process: subprocess.Popen[bytes] | None = None
        self._log = folder / "server.log"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server is not running"
        return self._process

    def start(self) -> None:
        """Start the server, at the same port as before, and wait until it answers."""
        words = [sys.executable, "-m", "tengen", "play", "--no-browser", "--port", str(self.port), *self._words]
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder), "PYTHONUNBUFFERED": "1"}
        self._log.unlink(missing_ok=True)
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        deadline = time.monotonic() + START_SECONDS
        while "The page is at" not in self.log:
            assert self.process.poll() is None, self.log
            assert time.monotonic() < deadline, f"the server does not start: {self.log}"
            time.sleep(0.05)
        port = int(self.log.split("The page is at http://127.0.0.1:")[1].split("/")[0])
        assert self.port in (0, port), "the server has taken another port"
        self.port = port
        with urllib.request.urlopen(f"{self.address}health", timeout=10) as answer:
            assert answer.status == 200

    @property
    def log(self) -> str:
        """What the server has printed."""
        return self._log.read_text()

    def memory(self) -> int:
        """Return the bytes of memory that the server uses."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    def kill(self) -> None:
        """Kill the server without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        """End the server as Ctrl-C does, and look that it has reported no error."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
                raise AssertionError(f"the server does not end: {self.log}") from None
        assert "Traceback" not in self.log, self.log
