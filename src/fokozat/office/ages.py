"""Ages as far as others may see them: a band, and whether somebody is a minor. Never a birth date."""

from datetime import date

from fokozat.office.models import Person

_BANDS = (8, 10, 12, 14, 16, 18, 20)  # the youth championships' classes, by year of birth
_SENIOR = 60
MAJORITY = 18
# From this age on a young person consents for oneself to services on the net (GDPR article 8, national laws).
_CONSENT_AGE = {"HUN": 16, "EST": 13}
_CONSENT_AGE_ELSEWHERE = 16


def age_band(born: date | None, on: date) -> str:
    """`U12`, `60+`, or nothing for everyone between."""
    if born is None:
        return ""
    turns = on.year - born.year
    for band in _BANDS:
        if turns <= band:
            return f"U{band}"
    return f"{_SENIOR}+" if turns >= _SENIOR else ""


def age_on(born: date, on: date) -> int:
    """Full years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def is_minor(person: Person, on: date) -> bool:
    """Whether the card belongs to a minor; without a birth date nobody is taken for one."""
    born = born_on(person)
    return born is not None and age_on(born, on) < MAJORITY


def needs_consent(person: Person, on: date) -> bool:
    """Whether a parent must consent and has not."""
    return below_consent_age(person, on) and not person.consents.filter(withdrawn_on=None, on__lte=on).exists()


def below_consent_age(person: Person, on: date) -> bool:
    """Whether somebody else consents for the person; without a birth date nobody is taken for so young."""
    born = born_on(person)
    return born is not None and age_on(born, on) < _CONSENT_AGE.get(person.country, _CONSENT_AGE_ELSEWHERE)


def born_on(person: Person) -> date | None:
    """The birth date, for rules that must know it; doors show bands."""
    record = getattr(person, "birth_date", None)
    return record.born if record else None
