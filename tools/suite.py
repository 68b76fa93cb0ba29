"""`make test`: run everything this machine can, and say honestly what it could not.

Order: the checks, the pure shelves without Django, the doors on SQLite, the doors on a private PostgreSQL.
FOKOZAT_NOTHING_SKIPPED=1 makes whatever could not be run a failure, CI=true also a stale tests/counts.toml.
What a test means is not decided here: pytest does that.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import checks
import shelf_counts
from private_postgres import PostgresFailed, find_binaries, private_cluster

ROOT = Path(__file__).resolve().parent.parent
PURE = tuple(shelf for shelf in shelf_counts.SHELVES if shelf != "doors")
WITHOUT_DJANGO = ("-p", "no:django", "-p", "no:schemathesis")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NOTHING_SKIPPED = os.environ.get("FOKOZAT_NOTHING_SKIPPED") == "1"
NO_TESTS = 5  # pytest's exit code for an empty shelf


@dataclass
class Findings:
    """What the whole run has found so far."""

    passed: int = 0
    failed: int = 0
    not_run: list[str] = field(default_factory=list)
    ran: set[str] = field(default_factory=set)
    skipped: dict[str, str] = field(default_factory=dict)

    def fail(self, sentence: str) -> None:
        """Count a failure that is not a test's, and say it."""
        print(f"FAILED: {sentence}", flush=True)
        self.failed += 1

    def add(self, outcomes: dict[str, str], reasons: dict[str, str]) -> None:
        """Add what became of the tests of one pytest; a test counts as run if any pytest ran it."""
        numbers = Counter(outcomes.values())
        self.passed += numbers["passed"]
        self.failed += numbers["failed"]
        self.ran |= {test for test, outcome in outcomes.items() if outcome != "skipped"}
        self.skipped |= reasons

    def shelves(self) -> Counter[str]:
        """How many tests each shelf holds, run or skipped."""
        return Counter(shelf_counts.shelf_of(test) for test in self.ran | self.skipped.keys() if "::" in test)

    def could_not(self) -> list[str]:
        """What could not be run, and why: a sentence for each reason."""
        whys = Counter((test.split("::")[0], why) for test, why in self.skipped.items() if test not in self.ran)
        return self.not_run + [f"{file}: {number} skipped: {why}" for (file, why), number in whys.items()]


def run_pytest(title: str, shelves: tuple[str, ...], findings: Findings, **extra: str) -> None:
    """Run some shelves in one pytest and add up what became of their tests."""
    folders = [f"tests/{shelf}" for shelf in shelves if (ROOT / "tests" / shelf).is_dir()]
    print(f"\n{title}", flush=True)
    with tempfile.TemporaryDirectory(prefix="fokozat-suite-") as folder:
        report = Path(folder) / "report.json"
        env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        env |= {"FOKOZAT_REPORT": str(report)} | extra
        without = () if "doors" in shelves else WITHOUT_DJANGO
        command = [sys.executable, "-m", "pytest", "--quiet", "-n", "2", *without, *folders]
        code = subprocess.call(command, cwd=ROOT, env=env)
        told = json.loads(report.read_text()) if report.exists() else {"outcomes": {}, "reasons": {}}
    findings.add(told["outcomes"], told["reasons"])
    if code not in (0, NO_TESTS) and "failed" not in told["outcomes"].values():
        findings.fail(f"{title}: pytest ended with exit code {code}")


def run_on_postgres(findings: Findings) -> None:
    """Run the doors once more on a PostgreSQL of our own, where its programs are installed."""
    title = "Doors on PostgreSQL"
    binaries = find_binaries()
    if binaries is None:
        findings.not_run.append(f"{title}: no server here (sudo apt install postgresql)")
        return
    try:
        with private_cluster(binaries) as url:
            run_pytest(title, ("doors",), findings, DATABASE_URL=url)
    except PostgresFailed as error:
        findings.fail(f"{title}: the private cluster would not start: {error}")


def note_missing_tools(findings: Findings) -> None:
    """List what a machine may lack and what is then not tested."""
    if not any(shutil.which(name) for name in BROWSERS):
        findings.not_run.append("Pages in a browser: no Chromium here (sudo apt install chromium)")
    if not shutil.which("node"):
        findings.not_run.append("Rebuilding the front end: no Node here (sudo apt install nodejs npm)")


def compare_counts(findings: Findings) -> None:
    """Fail for a shelf that lost tests; ask to keep the numbers when they changed."""
    for sentence in shelf_counts.losses(findings.shelves()):
        findings.fail(sentence)
    if not shelf_counts.is_kept(findings.shelves()):
        sentence = f"{shelf_counts.KEPT} is not up to date: .venv/bin/python tools/shelf_counts.py --write"
        if os.environ.get("CI"):
            findings.fail(sentence)
        else:
            print(sentence)


def summary(findings: Findings) -> None:
    """Say at the end, in one place, what was collected and what could not be run."""
    print(f"\nTests on each shelf\n{shelf_counts.table(findings.shelves())}")
    print("\nCould not be run here, and why")
    for sentence in findings.could_not() or ["nothing: everything was run"]:
        print(f"  {sentence}")
    print()
    compare_counts(findings)
    if NOTHING_SKIPPED and findings.could_not():
        findings.fail("here nothing may be skipped, see the list above")
    print(f"{findings.passed} passed, {findings.failed} failed", flush=True)


def main() -> int:
    """Run it all; the exit code says whether anything failed."""
    # an exception, so that the private cluster is stopped also on SIGTERM
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    findings = Findings()
    findings.passed, findings.failed = checks.run_all()
    run_pytest("Pure shelves", PURE, findings)
    run_pytest("Doors on SQLite", ("doors",), findings)
    run_on_postgres(findings)
    note_missing_tools(findings)
    summary(findings)
    return 1 if findings.failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
