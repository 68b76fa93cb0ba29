"""The checks that read the code without running it: style, types, layers (`make check`).

Their settings live in pyproject.toml. The tests are `tools/suite.py`.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CHECKS = (
    ("ruff", "check", "--quiet"),
    ("ruff", "format", "--check", "--quiet"),
    ("mypy",),
    ("lint-imports",),
)


def run_check(check: tuple[str, ...]) -> bool:
    """Run one check; print one line if it is content, all it says if not."""
    tool, *options = check
    done = subprocess.run([BIN / tool, *options], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    name = " ".join(check)
    print(f"  {name}: fine" if done.returncode == 0 else f"  {name}: FAILED\n{done.stdout}", flush=True)
    return done.returncode == 0


def run_all() -> tuple[int, int]:
    """Run every check, also after one has failed: (passed, failed)."""
    print("Checks", flush=True)
    verdicts = [run_check(check) for check in CHECKS]
    return verdicts.count(True), verdicts.count(False)


if __name__ == "__main__":
    sys.exit(1 if run_all()[1] else 0)
