"""Fill .venv from the hashed locks; answer at once when it is already filled.

It runs under whatever `python3` the machine has, so it keeps to old syntax and the standard library.
It does not choose versions: the locks do.
"""

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)


def refuse(reason: str) -> None:
    """Say in one line why it cannot be done, and stop."""
    sys.exit("make install: " + reason)


def check_python() -> None:
    """Stop with the cure when this Python is too old or cannot make environments."""
    if sys.version_info < OLDEST:
        refuse("Python 3.11 or newer is needed, this is {}.{} ({})".format(*sys.version_info[:2], sys.executable))
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        refuse("this Python cannot make virtual environments; the cure: sudo apt install python3-venv")


def stamp_of(lock: Path) -> str:
    """What must be unchanged for an installed lock to count as installed."""
    parts = (
        lock.read_bytes(),
        (ROOT / "pyproject.toml").read_bytes(),
        repr((sys.version_info[:2], str(ROOT))).encode(),
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make_environment() -> None:
    """Make .venv, unless the one that stands there works."""
    works = PYTHON.exists() and subprocess.call([str(PYTHON), "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    if not works and subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
        refuse("the virtual environment could not be made in " + str(VENV))


def pip_install(*arguments: str) -> None:
    """Install by pip into .venv, quietly."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if subprocess.call(command + list(arguments), cwd=str(ROOT)) != 0:
        refuse("pip could not install (its own words are above)")


def install(name: str) -> bool:
    """Install one lock if it is not installed yet; say whether there was anything to do."""
    lock = ROOT / (name + ".lock")
    stamp = VENV / ("." + name + ".stamp")
    wanted = stamp_of(lock)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return False
    print("Installing " + lock.name + " into .venv (once, and again when it changes) ...", flush=True)
    make_environment()
    pip_install("--require-hashes", "-r", str(lock))
    if name == "requirements":
        pip_install("--no-deps", "--no-build-isolation", "-e", ".")
    stamp.write_text(wanted)
    return True


def main() -> None:
    """Install the base, and with `--dev` what `make test` needs."""
    check_python()
    install("requirements")
    if "--dev" in sys.argv[1:]:
        install("requirements-dev")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # interrupted half-way: no stamp is written, the next time begins again
