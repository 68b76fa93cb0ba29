"""Each way it can go wrong has its exit code, one line a person understands, and an empty standard output."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from fokozat.cli.main import main
from tests.doors.cli.front_door import (
    DATA,
    FAULTY,
    FOKOZAT,
    MGSZ,
    SMALL_BOARD,
    TIMES_DIFFER,
    WEEKEND,
    environment,
    fokozat,
)

REFUSED: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (2, "name a command: rate, ", ()),
    (2, "there is no command foo", ("foo",)),
    (2, "EVENT, --edition must be given; see fokozat rate --help", ("rate",)),
    (2, "--edition is not given like this", ("rate", WEEKEND, "--edition")),
    (2, "nothing is known of --round, 2", ("explain", WEEKEND, *MGSZ, "--round", "2")),
    (2, "nothing is known of --moon", ("serve", "--moon")),
    (2, "nothing is known of --edi=1", ("editions", "--edi=1")),
    (2, "--lang cannot be fr", ("editions", "--lang", "fr")),
    (2, "--from cannot be poem", ("rate", WEEKEND, *MGSZ, "--from", "poem")),
    (2, "--switch is written name=value", ("rate", WEEKEND, *MGSZ, "--switch", "fischer")),
    (2, "has no reading called weather", ("rate", WEEKEND, *MGSZ, "--switch", "weather=fine")),
    (2, "the reading fischer cannot be slow", ("rate", WEEKEND, *MGSZ, "--switch", "fischer=slow")),
    (2, "--port is a whole number from 0 to 65535, not many", ("serve", "--port", "many")),
    (2, "--workers is a whole number from 1 to", ("serve", "--workers", "0")),
    (2, "NAME cannot be luck", ("bench", "luck")),
    (3, "6.§(2)", ("rate", TIMES_DIFFER, *MGSZ)),
    (3, "6.§(2)", ("explain", TIMES_DIFFER, *MGSZ, "--json")),
    (4, "there is no edition mgsz-1899", ("rate", WEEKEND, "--edition", "mgsz-1899")),
    (4, "there is no edition ", ("compare", "elsewhere")),
    (4, "no player of this event has the id ZZ", ("explain", WEEKEND, *MGSZ, "--player", "ZZ")),
    (4, "there is no file absent.json", ("rate", "absent.json", *MGSZ)),
    (4, f"{DATA} is a folder", ("rate", str(DATA), *MGSZ)),
    (4, "the folder of absent/out.json does not exist", ("convert", WEEKEND, "absent/out.json")),
    (4, f"{DATA} is a folder", ("convert", WEEKEND, str(DATA))),
    (4, "there is no file", ("rate", "a\0b", *MGSZ)),
)


@pytest.mark.parametrize(("code", "said", "arguments"), REFUSED)
def test_refused_in_one_line(
    code: int, said: str, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, *([] if "--lang" in arguments else ["--lang", "en"])]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fokozat: ")
    assert said in err
    assert err.count("\n") == 1


def test_every_fault_of_a_file_has_a_line_until_there_are_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", FAULTY, *MGSZ, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert out == ""
    assert len(lines) == 21
    assert all(line.startswith(f"fokozat: {FAULTY}: ") for line in lines)
    assert "start: " in lines[0]
    assert lines[-1].endswith(" more")


def test_the_front_door_hands_on_the_exit_code() -> None:
    done = fokozat("rate", TIMES_DIFFER, *MGSZ)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"fokozat: {TIMES_DIFFER}: ")


def test_an_event_that_is_not_rated_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", SMALL_BOARD, *MGSZ, "--lang", "en"]) == 0
    assert "not rated" in capsys.readouterr().out


def test_ctrl_c_is_quiet(tmp_path: Path) -> None:
    """The pipe can be opened for writing as soon as the command waits for its text."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # who runs the tests in the background may have told them not to hear Ctrl-C
    command = ["env", "--default-signal=INT", FOKOZAT, "rate", str(pipe), *MGSZ]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True) as process:
        with pipe.open("w"):
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("compare", "mgsz-2012"), {141}),
        (("editions", "--json"), {141}),
        (("--help",), {0, 141}),  # argparse may not mind at all
    ],
)
def test_a_reader_who_leaves_is_no_error(arguments: tuple[str, ...], codes: set[int]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([FOKOZAT, *arguments], env=environment(), stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode in codes
