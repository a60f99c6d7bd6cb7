"""The files of `deploy`: as far as it goes without a container engine, they are tried with the programs that read them."""

import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.databases import Postgres, Redis, needed, running
from tests.patience import PATIENCE, patiently
from tests.server.conftest import Server
from tests.server.people import Person, choice
from tests.server.test_restart import RESTART, Faithful

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
ENVIRONMENT = {"TESSELA_HOST": "games.example.org", "POSTGRES_PASSWORD": "abc123"}


def tool(name: str, package: str) -> str:
    """A program that not every machine has."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {package}")
    return found


def ran(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)


def tessela(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return ran(sys.executable, "-m", "tessela", *words, env={**os.environ, "NO_COLOR": "1", **environment})


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


# Containers


def compose() -> dict[str, Any]:
    """The file, with what it asks of the environment put in."""

    def given(found: re.Match[str]) -> str:
        return ENVIRONMENT[found[1]]

    services: dict[str, Any] = yaml.safe_load(re.sub(r"\$\{(\w+)[^}]*\}", given, text_of("compose.yaml")))
    return services


def test_every_service_has_a_health_check_and_limits() -> None:
    services = compose()["services"]
    assert sorted(services) == ["postgres", "proxy", "redis", "server-1", "server-2", "worker-1", "worker-2"]
    for name, service in services.items():
        assert set(service["deploy"]["resources"]["limits"]) == {"cpus", "memory"}, name
        assert "test" in service["healthcheck"] or name.startswith("worker"), name
        assert set(service.get("depends_on", {})) <= set(services)
        assert "/" not in service["image"], "a name, and no host of a registry"


def test_what_containers_run_is_understood() -> None:
    services = compose()["services"]
    server, worker = services["server-1"], services["worker-1"]
    checked = tessela(*server["command"], "--check", **server["environment"])
    assert (checked.returncode, checked.stderr) == (0, "")
    assert tessela(*worker["command"], "--help", **worker["environment"]).returncode == 0
    assert tessela("worker", "--no-such-option", "--help").returncode == 2, "what is no option is found so"
    alone = json.loads(re.findall(r"^CMD (.*)$", text_of("Containerfile"), re.MULTILINE)[-1])
    assert tessela(*alone, "--check").returncode == 0


def test_the_container_is_built_of_what_there_is() -> None:
    file = text_of("Containerfile")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    wanted = re.search(r"\$wheel\[([\w,]+)\]", file)
    assert wanted is not None
    assert set(wanted[1].split(",")) <= set(extras)
    assert all("/" not in image for image in re.findall(r"^FROM (\S+)", file, re.MULTILINE))
    assert re.search(r"^wheel:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.search(r"^USER (?!0|root)", file, re.MULTILINE)
    assert {"gcc", "libc6-dev", "make", "nodejs", "npm"} <= set(file.split()), "what README asks for, which links the kernels"


# Without containers


@pytest.mark.parametrize("name", ["tessela.service", "tessela-worker.service"])
def test_units(name: str, tmp_path: Path) -> None:
    started = re.search(r"^ExecStart=/opt/tessela/bin/tessela (.*)$", text_of(name), re.MULTILINE)
    assert started is not None
    words = started[1].replace("/etc/tessela/tessela.toml", str(ROOT / "docs/tessela.toml")).split()
    assert tessela(*words, "--check" if words[0] == "serve" else "--help").returncode == 0
    unit = tmp_path / name
    unit.write_text(text_of(name).replace("/opt/tessela/bin/tessela", shutil.which("true") or ""))
    verified = ran(tool("systemd-analyze", "systemd"), "verify", str(unit))
    assert (verified.returncode, verified.stderr) == (0, "")


# What is watched


def metrics_of(server: Server) -> set[str]:
    """The names under which a server shows figures."""
    shown = httpx.get(f"{server.address}/metrics").text
    names = set(re.findall(r"^# TYPE (\w+)", shown, re.MULTILINE))
    return names | set(re.findall(r"^(\w+)", shown, re.MULTILINE)) | {f"{name}_bucket" for name in names}


def asked() -> set[str]:
    """The names that rules and the dashboard ask for."""
    rules = [rule["expr"] for group in yaml.safe_load(text_of("alerts.yaml"))["groups"] for rule in group["rules"]]
    panels = [target["expr"] for panel in json.loads(text_of("dashboard.json"))["panels"] for target in panel["targets"]]
    return set(re.findall(r"\b(?:tessela|process)_\w+", " ".join(rules + panels)))


def test_rules_are_understood() -> None:
    checked = ran(tool("promtool", "prometheus"), "check", "rules", str(DEPLOY / "alerts.yaml"))
    assert checked.returncode == 0, checked.stderr


# The proxy


class Nginx:
    """The proxy of `deploy`, before servers at ports of this machine."""

    def __init__(self, folder: Path):
        self.folder, self.port = folder, _free_port()
        self.certificate = folder / "fullchain.pem"
        self.address = f"https://localhost:{self.port}"

    def configure(self, servers: list[Server]) -> Path:
        """The file as it is, but for addresses."""
        text = text_of("nginx.conf")
        for number, server in enumerate(servers, start=1):
            text = text.replace(f"server-{number}:8080", f"127.0.0.1:{server.port}")
        text = text.replace("listen 443", f"listen 127.0.0.1:{self.port}").replace(
            "listen 80;", f"listen 127.0.0.1:{_free_port()};"
        )
        text = text.replace("/etc/nginx/tls", str(self.folder))
        file = self.folder / "nginx.conf"
        file.write_text(f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n{text}")
        self._certify()
        return file

    def _certify(self) -> None:
        names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        key = str(self.folder / "privkey.pem")
        made = ran(
            tool("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-keyout", key, "-out", str(self.certificate), *names,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.long
def test_a_game_through_the_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over TLS; a server leaves, and nobody hears of it. Rules and the dashboard ask for figures that both servers have."""
    needed("postgres", "redis-server")
    program = tool("nginx", "nginx-light")
    nginx = Nginx(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(nginx.certificate))
    with ExitStack() as stack:
        cluster, redis = stack.enter_context(running(Postgres("fsync=off"))), stack.enter_context(running(Redis()))
        options = ("--store", cluster.new(), "--bus", redis.address, "--origin", nginx.address, "--trust-proxy", "127.0.0.1")
        servers = [Server(tmp_path / name, *options, "--drain-seconds", "1") for name in ("first", "second")]
        for server in servers:
            stack.callback(server.kill)
            server.start()
        file = nginx.configure(servers)
        for server in servers:
            assert asked() <= metrics_of(server)
        tested = ran(program, "-t", "-p", str(tmp_path), "-c", str(file))
        assert tested.returncode == 0, tested.stderr
        stack.enter_context(proxied(program, file, nginx.address))
        play_through(nginx.address, servers, stack)


def play_through(address: str, servers: list[Server], stack: ExitStack) -> None:
    """Two people play while one server after the other leaves and comes back."""
    ada, ben = (stack.enter_context(closing(Person(address, name))) for name in ("Ada", "Ben"))
    assert httpx.get(f"{address}/metrics").status_code == 404
    table, dice = ada.new_table("duel", "me open"), random.Random(1)
    ben.join(table)
    seats, made = [Faithful(ada, table), Faithful(ben, table)], 0

    def play(moves: int) -> None:
        nonlocal made
        for _ in range(moves):
            mover = next(one for one in seats if one.tab.legal)
            made = mover.play(choice(mover.tab.legal, dice), f"{dice.getrandbits(40):x}")
            for one in seats:
                one.at(made)

    play(3)
    for server in servers:
        port = server.port
        assert server.stop() == 0
        play(2)
        server.start(port)
        play(2)
    assert [one.tab.version for one in seats] == [made] * 2 == [11] * 2
    assert {code for one in seats for code in one.closed} == {RESTART}


@contextmanager
def proxied(program: str, file: Path, address: str) -> Iterator[None]:
    """The proxy for as long as it is needed."""
    process = subprocess.Popen([program, "-p", str(file.parent), "-c", str(file)])
    try:
        for _ in patiently():
            assert process.poll() is None
            try:
                if httpx.get(f"{address}/readyz").status_code == 200:
                    break
            except httpx.HTTPError:
                pass
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
