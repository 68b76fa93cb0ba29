"""What the log says, as lines for people or as JSON for programs (FOKOZAT_LOG=text or json), and never about whom.

A line names the route, not the address; the roles, not the account. Of an error it says its class and where it was
raised; its message can quote what somebody typed and stands there only with FOKOZAT_TRACEBACK=1.
"""

import json
import logging
import os
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fokozat.kernel.errors import InvalidInput

request_id: ContextVar[str] = ContextVar("request_id", default="")
FORMS = ("", "text", "json")
FACTS = ("route", "method", "status", "ms", "database_ms", "queries", "roles")  # what a line of a request tells
_HOUSE = Path(__file__).resolve().parents[2]
_OF_REQUESTS = "django.request"  # Django puts the address into these messages


def log_settings(form: str) -> dict[str, Any]:
    """The setting LOGGING; with a form chosen there is a line for each request."""
    if form not in FORMS:
        raise InvalidInput("site.log-form", value=form[:20])
    line = "fokozat.site.log.JsonLine" if form == "json" else "fokozat.site.log.TextLine"
    told = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": line}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            _OF_REQUESTS: {"level": "ERROR"},
            # addresses typed wrong and hosts asked for wrong say nothing about the site and much about people
            "django.security": {"level": "CRITICAL"},
            "fokozat.rights": told,
            "fokozat.backup": told,
            "fokozat.live": {**told, "level": "WARNING"},
            "fokozat.request": {**told, "level": "INFO" if form else "CRITICAL"},
        },
    }


class TextLine(logging.Formatter):
    """2026-11-19 20:15:03 INFO fokozat.request: GET people 200 12 ms."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        known = f" [{request_id.get()}]" if request_id.get() else ""
        return "\n".join(
            (f"{at:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {_message(record)}{known}", *_where(record))
        )


class JsonLine(logging.Formatter):
    """One document a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        facts = {"at": at, "level": record.levelname.lower(), "logger": record.name, "request": request_id.get()}
        told = {name: getattr(record, name) for name in FACTS if hasattr(record, name)}
        text = {} if told else {"message": _message(record)}
        trace = _where(record)
        return json.dumps({**facts, **told, **text, **({"trace": trace} if trace else {})}, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    match = getattr(request, "resolver_match", None)
    if record.name == _OF_REQUESTS or request is not None:
        route = match.view_name if match else "no route"
        return f"{getattr(request, 'method', '')} {route} {getattr(record, 'status_code', '')}".strip()
    return " ".join(record.getMessage().split())


def _where(record: logging.LogRecord) -> list[str]:
    """The way to an error, outermost first: files of ours from the house on, no values."""
    if not record.exc_info or record.exc_info[1] is None:
        return []
    error = record.exc_info[1]
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"  {_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    told = f": {error}" if os.environ.get("FOKOZAT_TRACEBACK") == "1" else ""
    return [*lines, f"{type(error).__module__}.{type(error).__qualname__}{told}"]


def _short(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(_HOUSE)) if path.is_relative_to(_HOUSE) else "/".join(path.parts[-3:])
