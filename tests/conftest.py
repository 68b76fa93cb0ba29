"""What every shelf shares: a data folder of its own, what a skip means, the report that `make test` reads.

FOKOZAT_NOTHING_SKIPPED=1 makes a skip a failure. FOKOZAT_REPORT=file asks for the report.
Pure shelves never load Django: that is up to tests/doors/conftest.py.
"""

import atexit
import json
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

NOTHING_SKIPPED = os.environ.get("FOKOZAT_NOTHING_SKIPPED") == "1"
OTHER_DATABASE = "only on "
SAMPLES = Path(__file__).resolve().parents[2] / "shared" / "samples"

HOME = tempfile.mkdtemp(prefix="fokozat-tests-")
os.environ["FOKOZAT_HOME"] = HOME
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

hypothesis.settings.register_profile("developer", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "developer")


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of foreign event files, which are not ours to publish in this repository."""
    if not SAMPLES.is_dir():
        pytest.skip("no ../shared/samples beside this checkout")
    return SAMPLES


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why something was skipped, without place and prefix."""
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else getattr(report, "wasxfail", "no reason given")
    return str(said).removeprefix("Skipped: ")


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure where nothing may be skipped.

    A test for the other database is left alone: tools/suite.py sees whether one of its two runs had it.
    """
    if NOTHING_SKIPPED and report.skipped and not reason_of(report).startswith(OTHER_DATABASE):
        report.longrepr = f"skipped, but here nothing may be skipped: {reason_of(report)}"
        report.outcome = "failed"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_skip(report)
    return report


class Recorder:
    """Writes what became of every test, for tools/suite.py."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.outcomes: dict[str, str] = {}
        self.reasons: dict[str, str] = {}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if not report.passed:
            self.note(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """Keep the worst outcome of set-up, call and tear-down."""
        worst = ("passed", "skipped", "failed").index
        before = self.outcomes.get(report.nodeid, "passed")
        self.outcomes[report.nodeid] = max(before, report.outcome, key=worst)
        if report.skipped:
            self.reasons[report.nodeid] = reason_of(report)

    def pytest_sessionfinish(self) -> None:
        self.file.write_text(json.dumps({"outcomes": self.outcomes, "reasons": self.reasons}))


def pytest_configure(config: pytest.Config) -> None:
    """Record in the process that hears of all tests, not in its workers."""
    wanted = os.environ.get("FOKOZAT_REPORT")
    if wanted and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(wanted)), "fokozat-recorder")
