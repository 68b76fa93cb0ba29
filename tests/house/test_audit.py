"""The audit of dependencies: what it reads, what it allows, and that it never takes silence for an all-clear."""

from datetime import date
from pathlib import Path

import pytest

import audit
from audit import Found, NotMeasured, not_allowed, read_allowed, read_npm, read_pip
from tests.house.tree import ROOT

TODAY = date(2026, 1, 15)
FOUND = Found("minta", "1.0", ("PYSEC-0000-1", "CVE-0000-1"))


def test_what_pip_audit_says() -> None:
    answer = {
        "dependencies": [
            {"name": "minta", "version": "1.0", "vulns": [{"id": "PYSEC-0000-1", "aliases": ["CVE-0000-1"]}]},
            {"name": "fine", "version": "2.0", "vulns": []},
            {"name": "lost", "skip_reason": "not found"},
        ]
    }
    assert read_pip(answer) == [FOUND]


def test_what_npm_says() -> None:
    via = [{"url": "advisories/GHSA-0000", "source": 1}, "another"]
    answer = {"vulnerabilities": {"minta": {"range": "<2", "via": via}, "above": {"range": "*", "via": ["minta"]}}}
    assert read_npm(answer) == [Found("minta", "<2", ("GHSA-0000",))]


@pytest.mark.parametrize("answer", [{"message": "405", "error": {}}, {}])
def test_an_answer_without_advisories_is_no_all_clear(answer: dict[str, object]) -> None:
    with pytest.raises(NotMeasured):
        read_npm(answer)


def test_who_does_not_know_the_known_one_knows_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "_fetch", lambda place: place / "pip-audit")
    monkeypatch.setattr(audit, "_answer", lambda _command, _folder: {"dependencies": [], "vulnerabilities": {}})
    assert audit.main() == 0
    assert capsys.readouterr().out.count("not measured") == 2


def test_a_vulnerability_fails_unless_somebody_allowed_it_for_a_while(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(audit, "python_vulnerabilities", lambda: [FOUND])
    monkeypatch.setattr(audit, "node_vulnerabilities", list)
    assert audit.main() == 1
    kept = tmp_path / "audit.toml"
    kept.write_text('[[allowed]]\nname = "CVE-0000-1"\nuntil = 2999-01-01\nwhy = "never called"\n')
    monkeypatch.setattr(audit, "ALLOWED", kept)
    assert audit.main() == 0


def test_an_allowance_ends_and_has_a_reason() -> None:
    allowed = {"CVE-0000-1": TODAY}
    assert not_allowed([FOUND], allowed, TODAY) == []
    assert not_allowed([FOUND], allowed, date(2026, 1, 16)) == [FOUND]
    with pytest.raises(ValueError, match="no reason"):
        read_allowed('[[allowed]]\nname = "CVE-1"\nuntil = 2026-01-01\nwhy = " "\n')


def test_what_is_allowed_here_has_a_name_a_day_and_a_reason() -> None:
    allowed = read_allowed((ROOT / "tools/audit.toml").read_text())
    assert all(isinstance(until, date) for until in allowed.values())
