"""An account claims a card as its own; an officer confirms or refuses."""

from datetime import UTC, datetime

from django.db import transaction

from fokozat.kernel.errors import Conflict, Forbidden
from fokozat.office.facts import hold_card
from fokozat.office.journal import Change, write
from fokozat.office.models import Account, Claim, Person
from fokozat.office.notices import tell_account
from fokozat.office.rights import Actor, require


def claim_card(actor: Actor, person: Person) -> Claim:
    """Ask for the card; claiming twice is one claim."""
    require(actor, "make", "claim")
    if actor.account is None:
        raise Forbidden("office.no-right", "", verb="make", kind="claim")
    with transaction.atomic():
        account = _hold_account(actor.account)
        card = hold_card(person)
        _refuse_taken(account, card)
        claim, new = Claim.objects.get_or_create(
            account=account, person=card, state=Claim.State.OPEN, defaults={"asked_at": datetime.now(UTC)}
        )
        if new:
            write(actor.name, Change("claim", "person", str(card.uid), None, {"account": str(account.uid)}))
    return claim


def decide_claim(actor: Actor, claim: Claim, confirmed: bool) -> Claim:
    """Confirm, and the card is the account's; or refuse. Of two officers the first decides."""
    require(actor, "decide", "claim", claim.person)
    with transaction.atomic():
        claim = Claim.objects.select_for_update(of=("self",)).select_related("account", "person").get(pk=claim.pk)
        if claim.state != Claim.State.OPEN:
            raise Conflict("office.decided-already", state=claim.state)
        if confirmed:
            account = _hold_account(claim.account)
            _refuse_taken(account, hold_card(claim.person))
            account.person = claim.person
            account.save(update_fields=("person",))
        claim.state = Claim.State.CONFIRMED if confirmed else Claim.State.REFUSED
        claim.decided_at = datetime.now(UTC)
        claim.save(update_fields=("state", "decided_at"))
        after = {"account": str(claim.account.uid), "state": str(claim.state)}
        write(actor.name, Change("decide-claim", "person", str(claim.person.uid), None, after))
        tell_account(claim.account, "claim-decided", claim.person.keeper.name)
    return claim


def _hold_account(account: Account) -> Account:
    return Account.objects.select_for_update().get(pk=account.pk)


def _refuse_taken(account: Account, card: Person) -> None:
    """A card is one account's, and an account has one card."""
    if account.person_id:
        raise Conflict("office.has-card", uid=str(card.uid))
    if Account.objects.filter(person=card).exists():
        raise Conflict("office.card-taken", uid=str(card.uid))
