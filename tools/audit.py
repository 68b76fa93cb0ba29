"""Asks whether a dependency has a known vulnerability: `make audit`, and a step of .ci/run.

pip-audit looks at the Python locks, npm at that of the front end; each brings its own advisories. Before their answer
counts they are asked about a version that is known to be vulnerable: who does not know of that one knows nothing,
and the step says `not measured`. A vulnerability that cannot be mended yet stands in tools/audit.toml with a reason.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = Path(__file__).with_suffix(".toml")
PATIENCE = 300
# Known for years: whoever has advisories has these.
KNOWN_PYTHON = "django==4.0"
KNOWN_NODE = ("minimist", "1.2.0")


@dataclass(frozen=True)
class Found:
    """A vulnerability of a package, under every name it has."""

    package: str
    version: str
    names: tuple[str, ...]


class NotMeasured(Exception):
    """No advisories here."""


def main() -> int:
    """0 where nothing is known, or nothing could be asked; 1 for a vulnerability that nobody allowed."""
    allowed, today = read_allowed(ALLOWED.read_text()), datetime.now(UTC).date()
    failed = False
    for kind, ask in (("Python", python_vulnerabilities), ("Front end", node_vulnerabilities)):
        try:
            bad = not_allowed(ask(), allowed, today)
        except NotMeasured as why:
            print(f"  {kind}: not measured ({why})", flush=True)
            continue
        for each in bad:
            print(f"  {kind}: {each.package} {each.version}: {', '.join(each.names)}", flush=True)
        print(f"  {kind}: {'VULNERABLE' if bad else 'fine'}", flush=True)
        failed = failed or bool(bad)
    return 1 if failed else 0


def read_allowed(text: str) -> Mapping[str, date]:
    """Name of a vulnerability to the last day on which it is allowed; each says why."""
    allowed = {}
    for entry in tomllib.loads(text).get("allowed", []):
        if not str(entry["why"]).strip():
            raise ValueError(f"{entry['name']} says no reason")
        allowed[str(entry["name"])] = entry["until"]
    return allowed


def not_allowed(found: Iterable[Found], allowed: Mapping[str, date], today: date) -> list[Found]:
    """What nobody allowed, or only until a day that is over."""
    open_still = {name for name, until in allowed.items() if until >= today}
    return [each for each in found if not open_still & set(each.names)]


def python_vulnerabilities() -> list[Found]:
    """What pip-audit, fetched anew, knows of every lock."""
    with tempfile.TemporaryDirectory(prefix="fokozat-audit-") as folder:
        place = Path(folder)
        pip_audit = _fetch(place)
        known = place / "known.txt"
        known.write_text(f"{KNOWN_PYTHON}\n")
        if not _ask_pip(pip_audit, known):
            raise NotMeasured("no advisories for Python are reached from here")
        locks = sorted(ROOT.glob("requirements*.lock"))
        found = {each for lock in locks for each in _ask_pip(pip_audit, lock)}
    return sorted(found, key=lambda each: (each.package, each.names))


def node_vulnerabilities() -> list[Found]:
    """What npm knows of the front end's lock."""
    name, version = KNOWN_NODE
    with tempfile.TemporaryDirectory(prefix="fokozat-audit-") as folder:
        place = Path(folder)
        root = {"name": "known", "version": "1.0.0", "dependencies": {name: version}}
        packages = {"": root, f"node_modules/{name}": {"version": version}}
        (place / "package.json").write_text(json.dumps(root))
        lock = {"name": "known", "lockfileVersion": 3, "requires": True, "packages": packages}
        (place / "package-lock.json").write_text(json.dumps(lock))
        if not _ask_npm(place):
            raise NotMeasured("no advisories for the front end are reached from here")
    return _ask_npm(ROOT / "frontend")


def _fetch(place: Path) -> Path:
    """The newest pip-audit in an environment of its own: it is a tool of this step, not a dependency."""
    try:
        subprocess.run(
            [sys.executable, "-m", "venv", place / "venv"], check=True, capture_output=True, timeout=PATIENCE
        )
        pip: list[Any] = [place / "venv/bin/pip", "install", "--quiet", "pip-audit"]
        subprocess.run(pip, check=True, capture_output=True, timeout=PATIENCE)
    except (subprocess.SubprocessError, OSError) as error:
        raise NotMeasured("pip-audit cannot be installed here") from error
    return place / "venv/bin/pip-audit"


def _ask_pip(pip_audit: Path, lock: Path) -> list[Found]:
    asked = [pip_audit, "-r", lock, "--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    return read_pip(_answer(asked, lock.parent))


def _ask_npm(folder: Path) -> list[Found]:
    return read_npm(_answer(["npm", "audit", "--package-lock-only", "--json"], folder))


def _answer(command: list[Any], folder: Path) -> Any:
    """Both end with 1 when they found something, so the document tells whether they asked at all."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
        return json.loads(done.stdout)
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        raise NotMeasured(f"{Path(str(command[0])).name} gave no answer") from error


def read_pip(answer: Any) -> list[Found]:
    """Dependencies that could not be looked up are no finding, and no proof either: the known one tells."""
    found = []
    for each in answer.get("dependencies", []):
        for vulnerability in each.get("vulns", []):
            names = (vulnerability["id"], *vulnerability.get("aliases", []))
            found.append(Found(each["name"], each.get("version", ""), names))
    return found


def read_npm(answer: Any) -> list[Found]:
    if "vulnerabilities" not in answer:
        raise NotMeasured("npm reached no advisories")
    found = []
    for package, each in answer["vulnerabilities"].items():
        told = [via for via in each.get("via", []) if isinstance(via, dict)]
        names = tuple(str(via.get("url", via.get("source", ""))).rpartition("/")[2] for via in told)
        if names:
            found.append(Found(package, str(each.get("range", "")), names))
    return found


if __name__ == "__main__":
    sys.exit(main())
