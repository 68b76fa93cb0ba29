"""Verbs of `fokozat people` for what belongs to a card: numbers, enrolments, private facts, who is somebody else."""

from argparse import Namespace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from fokozat.cli.command import add_json
from fokozat.cli.office_documents import show_facts, whole_person
from fokozat.cli.parser import Parser
from fokozat.cli.screen import Screen
from fokozat.cli.verbs import Verb, wished
from fokozat.kernel.alphabet import plain_number
from fokozat.kernel.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from fokozat.office.models import Consent, Membership, Number, Person

NUMBER = ("scheme", "value", "begins", "ends")
YEAR = ("body", "year", "kind")
CONTACT = ("email", "phone", "address")


def typed_day(text: str) -> date:
    """A day as year-month-day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("office.no-day", "--on", value=text[:40]) from None


def tell(document: dict[str, object], given: Namespace, screen: Screen) -> int:
    """The answer of a verb: a document, or a fact a line."""
    if given.json:
        screen.json(document)
    else:
        show_facts(document, screen)
    return 0


def _add(parser: Parser, *names: str, needed: tuple[str, ...] = ()) -> None:
    """Whose card, and an option for each fact."""
    parser.wants.add_argument("uid", metavar="UID", help=parser.help("people.uid"))
    for name in names:
        option, words = name.replace("_", "-"), parser.help(f"people.{name}")
        parser.options.add_argument(f"--{option}", metavar=option.upper(), required=name in needed, help=words)
    add_json(parser)


def _add_on(parser: Parser, *names: str) -> None:
    """Also the day on which something ends."""
    _add(parser, *names, needed=names)
    parser.options.add_argument("--on", metavar="DAY", type=typed_day, required=True, help=parser.help("people.on"))


def _add_apart(parser: Parser) -> None:
    parser.wants.add_argument("uid", metavar="UID", help=parser.help("people.uid"))
    parser.wants.add_argument("other", metavar="OTHER", help=parser.help("people.other"))
    add_json(parser)


def _number(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.give_number import give_number
    from fokozat.office.rights import operator

    person = _person(given)
    give_number(operator(), person, wished(given, *NUMBER))
    return _shown(person, given, screen)


def _end_number(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.give_number import end_number
    from fokozat.office.rights import operator

    person = _person(given)
    end_number(operator(), _number_of(person, given), given.on)
    return _shown(person, given, screen)


def _enrol(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.enrol import enrol
    from fokozat.office.rights import operator

    person = _person(given)
    enrol(operator(), person, wished(given, *YEAR))
    return _shown(person, given, screen)


def _strike(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.enrol import strike
    from fokozat.office.rights import operator

    person = _person(given)
    strike(operator(), _membership_of(person, given))
    return _shown(person, given, screen)


def _birth_date(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.keep_private import keep_birth_date
    from fokozat.office.rights import operator

    person = _person(given)
    keep_birth_date(operator(), person, wished(given, "born"), _today())
    return _private(person, given, screen)


def _contact(given: Namespace, screen: Screen) -> int:
    """What is not typed stays as it is; an empty text forgets it."""
    from fokozat.office.actions.keep_private import keep_contact
    from fokozat.office.rights import operator

    person = _person(given)
    held = getattr(person, "contact", None)
    kept = {name: getattr(held, name, "") for name in CONTACT}
    keep_contact(operator(), person, {**kept, **wished(given, *CONTACT)})
    return _private(person, given, screen)


def _consent(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.keep_private import keep_consent
    from fokozat.office.rights import operator

    person = _person(given)
    keep_consent(operator(), person, {"given_by": given.given_by, "on": given.on.isoformat()})
    return _private(person, given, screen)


def _withdraw(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.keep_private import withdraw_consent
    from fokozat.office.rights import operator

    person = _person(given)
    withdraw_consent(operator(), _consent_of(person), given.on)
    return _private(person, given, screen)


def _apart(given: Namespace, screen: Screen) -> int:
    from fokozat.office.actions.merge_people import tell_apart
    from fokozat.office.facts import find_person
    from fokozat.office.rights import operator

    person = _person(given)
    tell_apart(operator(), person, find_person(given.other))
    return _shown(person, given, screen)


def _private_shown(given: Namespace, screen: Screen) -> int:
    return _private(_person(given), given, screen)


def _person(given: Namespace) -> "Person":
    from fokozat.office.facts import find_person

    return find_person(given.uid)


def _shown(person: "Person", given: Namespace, screen: Screen) -> int:
    from fokozat.office.facts import find_person

    return tell(whole_person(find_person(person.uid)), given, screen)


def _private(person: "Person", given: Namespace, screen: Screen) -> int:
    """What only few may see, as it is kept now."""
    from fokozat.office.own_data import private_facts

    return tell({"uid": str(person.uid), "name": person.shown_name, **private_facts([person])}, given, screen)


def _number_of(person: "Person", given: Namespace) -> "Number":
    found = person.numbers.filter(scheme=given.scheme, plain=plain_number(given.value)).first()
    if found is None:
        raise NotFound("cli.no-such-number", scheme=given.scheme, value=given.value)
    return found


def _membership_of(person: "Person", given: Namespace) -> "Membership":
    from fokozat.office.facts import find_body
    from fokozat.office.models import Membership
    from fokozat.office.wishes import Wish

    body, wish = find_body(given.body, "--body"), Wish(wished(given, *YEAR))
    kind, year = wish.choice("kind", Membership.Kind.values, Membership.Kind.MEMBER), wish.year("year") or 0
    wish.refuse_faults()
    found = person.memberships.filter(body=body, kind=kind, year=year).select_related("body").first()
    if found is None:
        raise NotFound("cli.no-such-membership", body=body.name, year=str(year))
    return found


def _consent_of(person: "Person") -> "Consent":
    found = person.consents.filter(withdrawn_on=None).order_by("-on", "-pk").first()
    if found is None:
        raise NotFound("cli.no-open-consent", name=person.shown_name)
    return found


def _today() -> date:
    return datetime.now(UTC).date()


FACT_VERBS = (
    Verb("number", lambda parser: _add(parser, *NUMBER, needed=("scheme", "value")), _number),
    Verb("end-number", lambda parser: _add_on(parser, "scheme", "value"), _end_number),
    Verb("enrol", lambda parser: _add(parser, *YEAR, needed=("body", "year")), _enrol),
    Verb("strike", lambda parser: _add(parser, *YEAR, needed=("body", "year")), _strike),
    Verb("private", _add, _private_shown),
    Verb("birth-date", lambda parser: _add(parser, "born"), _birth_date),
    Verb("contact", lambda parser: _add(parser, *CONTACT), _contact),
    Verb("consent", lambda parser: _add_on(parser, "given_by"), _consent),
    Verb("withdraw", _add_on, _withdraw),
    Verb("apart", _add_apart, _apart),
)
