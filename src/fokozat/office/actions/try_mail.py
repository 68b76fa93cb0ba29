"""Send one letter to see whether letters arrive. No fact changes, so the journal stays silent."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import Words
from fokozat.office.rights import Actor, require
from fokozat.office.wishes import Wish, printable

LONGEST_REASON = 200


def try_mail(actor: Actor, given: Mapping[str, Any], language: str) -> tuple[str, str]:
    """Who gets it and where it went: a folder of this machine, or the server that took it."""
    require(actor, "try", "mail")
    wish = Wish(given)
    email = wish.email("email")
    if not given.get("email"):
        wish.fault("email", "missing")
    wish.refuse_faults()
    words = Words.of("office")
    texts = [words.say(f"letter.trial.{part}", language) for part in ("subject", "body")]
    try:
        EmailMessage(texts[0], f"{texts[1]}\n", to=[email]).send()
    except (OSError, ValueError) as error:  # a mail server's refusal is an OSError too
        raise InvalidInput("office.mail-refused", "email", reason=_reason(error)) from error
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    return email, str(folder) if folder else f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"


def _reason(error: Exception) -> str:
    """What the server said, in one line; a password never stands in it."""
    return " ".join(printable(f"{type(error).__name__}: {error}").split())[:LONGEST_REASON]
