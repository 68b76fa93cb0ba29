"""The locks: hashes and no addresses, in step with pyproject.toml and with each other."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.tree import ROOT

LOCKS = sorted(ROOT.glob("requirements*.lock"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
BASE = PYPROJECT["project"]["dependencies"]
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
GROUPS = PYPROJECT["dependency-groups"]
DEMANDS = {
    "requirements": BASE + GROUPS["build"],
    "requirements-dev": BASE + GROUPS["build"] + GROUPS["dev"],
    **{f"requirements-{extra}": BASE + demands for extra, demands in EXTRAS.items()},
}
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^ ;]+)(?P<rest>.*(?:\n    .*)*)", re.MULTILINE)


def pins(lock: Path) -> dict[str, set[str]]:
    """The versions that a lock allows, by package; more than one where they differ by Python or system."""
    found: dict[str, set[str]] = {}
    for pin in PIN.finditer(lock.read_text()):
        found.setdefault(canonicalize_name(pin["name"]), set()).add(pin["version"])
    return found


def test_there_is_a_lock_for_each_demand() -> None:
    assert {lock.stem for lock in LOCKS} == set(DEMANDS)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_has_hashes_and_no_addresses(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "file:" not in text
    for pin in PIN.finditer(text):
        assert "--hash=sha256:" in pin["rest"], pin["name"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_is_in_step_with_pyproject(lock: Path) -> None:
    pinned = pins(lock)
    for demand in map(Requirement, DEMANDS[lock.stem]):
        versions = pinned.get(canonicalize_name(demand.name), set())
        assert versions, f"{demand} is not in {lock.name}: run make lock"
        assert all(version in demand.specifier for version in versions), f"{demand} against {versions}: run make lock"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_agrees_with_the_base(lock: Path) -> None:
    base = pins(ROOT / "requirements.lock")
    other = pins(lock)
    assert {name: other[name] for name in base.keys() & other.keys()} == {
        name: base[name] for name in base.keys() & other.keys()
    }


def test_front_end_lock_has_no_addresses() -> None:
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    for name, package in packages.items():
        kept = {key: value for key, value in package.items() if key != "funding"}
        assert "resolved" not in kept, name
        assert "://" not in json.dumps(kept), name
