"""No key, password or token of anybody stands in the repository."""

import re
from fnmatch import fnmatch

import pytest

from tests.house.tree import ROOT, is_built, texts

SHAPES = {
    "a private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
    "a key of Amazon": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a token of GitHub": r"\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}",
    "a token of GitLab": r"\bglpat-[\w-]{20}\b",
    "a token of Slack": r"\bxox[abprs]-[\w-]{10,}",
    "a key of Google": r"\bAIza[\w-]{35}\b",
    "a key of Stripe": r"\b[rs]k_live_\w{20,}",
    "a token of npm or PyPI": r"\bnpm_[A-Za-z0-9]{36}\b|\bpypi-AgEI[\w-]{50,}",
    "a signed token": r"\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}",
    "an address with a password of somebody real": (
        r"\b(?:postgres(?:ql)?|smtps?|https?)://[\w.-]+:[^\s@/{}\"']{8,}@"
        r"(?!127\.0\.0\.1|localhost|host\b|gép\b|masin\b|\[)"
    ),
    "a long random text under the name of a secret": (
        r"(?i:\b(?:secret|token|password|api_?key)\w*)\s*[:=]\s*[\"']"
        r"(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Z])(?=[\w+/=-]*[a-z])[\w+/=-]{32,}[\"']"
    ),
}
# made up on the spot, so that this file holds none of them itself
SAMPLES = {
    "a private key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "a key of Amazon": "AKIA" + "ABCDEFGHIJKLMNOP",
    "a token of GitHub": "ghp_" + "a1" * 18,
    "a token of GitLab": "glpat-" + "a1" * 10,
    "a token of Slack": "xoxb-" + "1234567890",
    "a key of Google": "AIza" + "a" * 35,
    "a key of Stripe": "sk_live_" + "a1" * 10,
    "a token of npm or PyPI": "npm_" + "a1" * 18,
    "a signed token": "eyJ" + "a" * 20 + ".eyJ" + "b" * 20 + "." + "c" * 30,
    "an address with a password of somebody real": "postgresql://app:" + "hunter2hunter2" + "@db.example.org/app",
    "a long random text under the name of a secret": "SECRET_KEY = '" + "aB3" * 12 + "'",
}
FILES = ("secret-key", "*.pem", "*.key", "*.p12", "*.sqlite3", ".env")


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_has_its_shape(shape: str) -> None:
    found = [name for name, text in texts() if re.search(SHAPES[shape], text) and not is_built(ROOT / name)]
    assert found == []


@pytest.mark.parametrize("shape", SHAPES)
def test_the_shape_is_recognised(shape: str) -> None:
    assert re.search(SHAPES[shape], SAMPLES[shape])


def test_no_file_is_one_that_holds_secrets() -> None:
    names = [name for name, _ in texts()]
    assert [name for name in names if any(fnmatch(name.rpartition("/")[2], shape) for shape in FILES)] == []
