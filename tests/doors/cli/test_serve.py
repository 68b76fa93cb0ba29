"""`fokozat serve` answers on the address that it prints, and ends cleanly when it is told to."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from urllib.request import urlopen

import pytest
import requests

from tests.doors.cli.front_door import FOKOZAT, environment, fokozat

SECONDS_TO_END = 5


@contextmanager
def serving(home: Path, *arguments: str, **environ: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and its address."""
    process = subprocess.Popen(
        [FOKOZAT, "serve", "--port", "0", *arguments],
        env=environment(FOKOZAT_HOME=str(home), **environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line + process.communicate()[1]
        yield process, found[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def end(process: subprocess.Popen[str], number: int) -> tuple[int, str, str]:
    """Tell it to end, and what it says to that."""
    start = perf_counter()
    process.send_signal(number)
    out, err = process.communicate(timeout=SECONDS_TO_END)
    assert perf_counter() - start < SECONDS_TO_END
    return process.returncode, out, err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_serves_and_ends(number: int, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with serving(home) as (process, address):
        for path in ("", "healthz", "hu/"):
            with urlopen(address + path, timeout=10) as response:
                assert response.status == 200
        assert process.stdout is not None
        offered = process.stdout.readline()
        assert end(process, number) == (0, "", "")
    assert re.fullmatch(rf"There is no administrator yet; .*: {address}en/account/first/[\w-]{{43}}/\n", offered)
    assert (home / "fokozat.sqlite3").is_file()


def test_ends_with_a_connection_open(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        port = int(address.rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as half:
            half.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
            code, _, err = end(process, signal.SIGTERM)
    assert code == 0
    assert "Traceback" not in err


def test_ends_while_an_answer_waits_for_the_database(tmp_path: Path) -> None:
    """A sign-in is counted first, and somebody else holds the database."""
    answers: list[int] = []
    with serving(tmp_path) as (process, address):
        reader, page = requests.Session(), f"{address}en/account/sign-in/"
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', reader.get(page, timeout=20).text)
        assert token
        sent = {"csrfmiddlewaretoken": token[1], "login": "anna@example.org", "password": "kavics-es-fonal-7"}

        def sign_in() -> None:
            try:
                answers.append(reader.post(page, data=sent, timeout=20).status_code)
            except requests.ConnectionError:
                answers.append(0)

        with sqlite3.connect(tmp_path / "fokozat.sqlite3", timeout=20) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = Thread(target=sign_in)
            waiting.start()
            sleep(1)
            code, _, _ = end(process, signal.SIGTERM)
            other.rollback()
        waiting.join()
    assert code == 0
    assert answers in ([0], [500]), "it really waited"


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = fokozat("serve", "--port", str(port), FOKOZAT_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith(f"fokozat: port {port} is taken by another program")
    assert f"--port {port + 1}" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--host", "203.0.113.7"), 2, "203.0.113.7 is no address of this machine"),
        (("--workers", "2"), 2, "more than one worker needs PostgreSQL"),
        (("--database", "mysql://localhost/x"), 2, "mysql is no database"),
        (("--database", "postgresql://nobody@127.0.0.1:1/x"), 2, "the database does not answer"),
    ],
)
def test_refused_in_one_line(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    done = fokozat("serve", "--port", "0", *arguments, FOKOZAT_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_data_folder_that_cannot_be_made(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = fokozat("serve", "--port", "0", FOKOZAT_HOME=str(file / "home"))
    assert (done.returncode, done.stdout) == (4, "")
    assert "FOKOZAT_HOME" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("group", [False, True], ids=["SIGTERM", "Ctrl-C"])
def test_workers_serve_and_end(group: bool, tmp_path: Path) -> None:
    """Ctrl-C reaches the workers too."""
    url = os.environ["DATABASE_URL"]
    with serving(tmp_path, "--workers", "2", "--database", url) as (process, address):
        with urlopen(f"{address}healthz", timeout=20) as response:
            assert response.status == 200
        if group:
            os.killpg(process.pid, signal.SIGINT)
        code, _, err = end(process, signal.SIGTERM)
    assert (code, err) == (0, "")


def test_a_program_is_told_in_json(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [FOKOZAT, "serve", "--port", "0", "--json", "--no-worker"],
        env=environment(FOKOZAT_HOME=str(tmp_path)), stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    told = ""
    while not told.endswith("}\n"):
        told += process.stdout.readline()
    process.terminate()
    rest = process.communicate(timeout=SECONDS_TO_END)[0]
    document = json.loads(told)
    assert rest == ""
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", document["address"])
    assert document["setup"].startswith(document["address"])
    assert (document["demo"], document["hall"]) == (None, [])
