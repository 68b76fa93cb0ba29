"""Where letters go: into the folder `mail` of the data folder, or by FOKOZAT_SMTP to a server.

smtp://user:password@host:587     turns to TLS before the password is said
smtps://user:password@host:465    speaks TLS from the start
smtp://localhost:25?plain=1       without TLS, for a server on this machine
"""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from fokozat.kernel.errors import InvalidInput

PORTS = {"smtp": 587, "smtps": 465}
LOCAL = ("localhost", "127.0.0.1", "::1")
PATIENCE = 20


def mail_settings(url: str, home: Path) -> dict[str, Any]:
    """The settings EMAIL_*; a password never leaves the machine in the clear."""
    if not url:
        folder = home / "mail"
        folder.mkdir(mode=0o700, exist_ok=True)
        return {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": folder}
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise InvalidInput("site.mail-address") from None
    options = dict(parse_qsl(parts.query))
    plain = options.pop("plain", "") == "1"
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or options:
        raise InvalidInput("site.mail-address")
    if plain and (parts.scheme == "smtps" or parts.hostname not in LOCAL):
        raise InvalidInput("site.mail-plain")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and not plain,
        "EMAIL_TIMEOUT": PATIENCE,
    }
