"""The data folder of an installation (FOKOZAT_HOME) and the secret key kept in it."""

import os
import secrets
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[3]


def open_home() -> Path:
    """The data folder, made on first use: FOKOZAT_HOME, else `var` in a checkout, else the user's data folder."""
    home = Path(os.environ.get("FOKOZAT_HOME") or _usual_home()).expanduser().resolve()
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home


def secret_key(home: Path) -> str:
    """The key that signs forms, made once and readable by its owner only.

    Two processes that start together must agree: each writes a file of its own, and the link is made by one.
    """
    final = home / "secret-key"
    if not final.exists():
        own = home / f"secret-key.{secrets.token_hex(8)}"
        descriptor = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        try:
            final.hardlink_to(own)
        except FileExistsError:
            pass  # another process was faster, and its key holds
        finally:
            own.unlink()
    return final.read_text(encoding="ascii").strip()


def _usual_home() -> Path:
    if (_CHECKOUT / "pyproject.toml").is_file():
        return _CHECKOUT / "var"
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "fokozat"
