"""Letters to a player about what others did with the own card. The owner of an account says which ones may come.

A letter says that something happened and where to look; what it was stays behind the sign-in. It goes out after the
transaction: what was not done is not told, and a mail server that fails undoes nothing.
"""

import logging
from functools import partial

from django.core.mail import EmailMessage
from django.db import transaction

from fokozat.kernel.words import LANGUAGES, Words
from fokozat.office.models import Account, Person
from fokozat.office.rights import Actor

NOTICES = ("claim-decided", "report-settled", "card-changed")
LOG = logging.getLogger("fokozat.mail")


def tell_owner(actor: Actor, card: Person, notice: str) -> None:
    """A letter to whose card it is, unless the owner did it or wants none of the kind."""
    account = Account.objects.filter(person=card, is_active=True).first()
    if account and (actor.account is None or actor.account.pk != account.pk):
        tell_account(account, notice, card.keeper.name)


def tell_account(account: Account, notice: str, body: str) -> None:
    """A letter to an account, unless it wants none of the kind."""
    if notice not in account.refused_notices:
        transaction.on_commit(partial(_send, letter(account, notice, body)))


def letter(account: Account, notice: str, body: str) -> EmailMessage:
    """The letter in the language of the account."""
    words, language = Words.of("office"), account.language or LANGUAGES[0]
    texts = [words.say(f"letter.{notice}.{part}", language, body=body) for part in ("subject", "body")]
    footer = words.say("letter.footer", language)
    return EmailMessage(texts[0], f"{texts[1]}\n\n-- \n{footer}\n", to=[account.email])


def _send(message: EmailMessage) -> None:
    """Whatever a mail server does, the change that is told of was made; the log says what it did."""
    try:
        message.send()
    except OSError as error:
        LOG.warning("a letter was not sent: %s", type(error).__name__)
