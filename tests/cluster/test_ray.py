import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.cluster.ray import OLDEST, ask_for_tokens, check_reachable, join_cluster
from tengen.parts.options import OptionError


@pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_a_cluster_that_is_not_there_is_told_at_once(form: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = form.format(server.getsockname()[1])
        check_reachable(address)
    with pytest.raises(OptionError, match=f"no Ray cluster at {address}"):
        check_reachable(address)


def test_words_for_a_cluster_are_left_to_ray() -> None:
    check_reachable("auto")
    check_reachable("local")
    with pytest.raises(OptionError, match="no Ray cluster at here:many"):
        check_reachable("here:many")


VARIABLES = ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER")


@pytest.fixture
def no_variables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = dict(os.environ)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield
    for name in VARIABLES:
        os.environ.pop(name, None)
    os.environ.update(before)


@pytest.mark.usefixtures("no_variables")
def test_a_cluster_of_this_machine_asks_for_a_token_of_its_own() -> None:
    os.environ["RAY_AUTH_MODE"] = "disabled"
    ask_for_tokens("local")
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert len(os.environ["RAY_AUTH_TOKEN"]) == 64
    assert os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] == "0"


@pytest.mark.usefixtures("no_variables")
def test_a_cluster_elsewhere_is_joined_with_the_token_of_the_user() -> None:
    ask_for_tokens("192.0.2.1:6379")
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert not {"RAY_AUTH_TOKEN", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"} & os.environ.keys()
    ask_for_tokens("local")
    ask_for_tokens("192.0.2.1:6379")
    assert "RAY_AUTH_TOKEN" not in os.environ, "that of a local cluster is not sent elsewhere"
    os.environ["RAY_AUTH_TOKEN"] = "mine"
    ask_for_tokens("192.0.2.1:6379")
    assert os.environ["RAY_AUTH_TOKEN"] == "mine"


@pytest.mark.usefixtures("no_variables")
def test_a_user_who_switches_tokens_off_is_warned(caplog: pytest.LogCaptureFixture) -> None:
    os.environ["RAY_AUTH_MODE"] = "disabled"
    ask_for_tokens("192.0.2.1:6379")
    assert os.environ["RAY_AUTH_MODE"] == "disabled"
    assert "can run code on it" in caplog.text


@pytest.mark.usefixtures("no_variables")
def test_a_ray_without_tokens_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="needs the extra `cluster`: pip install 'tengen[cluster]'")
    monkeypatch.setattr(ray, "__version__", f"{OLDEST[0]}.{OLDEST[1] - 1}.3")
    with pytest.raises(OptionError, match=r"--ray needs Ray 2\.52 or newer"):
        join_cluster("local", 1, "--ray")


HOST = """
import os, sys
from pathlib import Path
from tengen.cluster.ray import RemoteObject, join_cluster, leave_cluster

class Worker:
    def work(self):
        return 1

def with_children(pid):
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in with_children(child))]

def sockets(pid):
    return [link.readlink().name for link in Path(f"/proc/{pid}/fd").iterdir() if link.is_symlink()]

join_cluster("local", 1, "this test")
assert RemoteObject(Worker).call(Worker.work).result() == 1
ours = {name[8:-1] for pid in with_children(os.getpid()) for name in sockets(pid) if name.startswith("socket:")}
for table in ("tcp", "tcp6"):
    for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and words[9] in ours:
            print(words[1].rpartition(":")[0])
import ray
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
leave_cluster()
"""
STRANGER = """
import sys
from ray._raylet import GcsClient
print(len(GcsClient(address=sys.argv[1]).internal_kv_keys(b"", None)))
"""
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}


@pytest.mark.skipif(sys.platform != "linux", reason="reads the sockets from /proc")
def test_a_cluster_of_this_machine_listens_to_nobody_else(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs the extra `cluster`: pip install 'tengen[cluster]'")
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    words, pipe = [sys.executable, "-c", HOST], subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=environment) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        listening: list[str] = []
        while (line := host.stdout.readline().strip()) and "." not in line:
            listening.append(line)
        assert len(listening) >= 4
        assert set(listening) <= LOOPBACK
        for token in ({}, {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0" * 64}):
            stranger = subprocess.run(
                [sys.executable, "-c", STRANGER, line],
                capture_output=True,
                text=True,
                env=environment | token | {"HOME": str(tmp_path)},
                timeout=120,
                check=False,
            )
            assert stranger.stdout == ""
            assert "AuthenticationError" in stranger.stderr
        host.stdin.close()
        assert host.wait(120) == 0
