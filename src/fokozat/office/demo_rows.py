"""Whether there is a demo, what it made, and everything that hangs on it now.

The journal alone knows: its last record of the demo says that it was made, with the keys of what was made, or that
it was removed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import SET_NULL, Model

from fokozat.kernel.errors import Conflict
from fokozat.office.journal import PEOPLE
from fokozat.office.models import (
    BirthDate,
    Body,
    Claim,
    Consent,
    Contact,
    FormerName,
    Import,
    Membership,
    Number,
    Person,
    Record,
    Role,
)
from fokozat.office.models.accounts import Report
from fokozat.office.models.journal import Chain
from fokozat.office.models.looks import Logo
from fokozat.office.models.people import Alias, Merge, NotSame, SearchWord
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.models.work import Work

KIND = SUBJECT = "demo"
MADE, REMOVED = "make-demo", "remove-demo"
# What goes with the demo, what hangs on others before them. What else refers to a body or a card keeps the demo.
GOING: tuple[type[Model], ...] = (
    SearchWord, FormerName, Number, Alias, NotSame, Merge, BirthDate, Contact, Consent, Claim, Report, Membership, Role,
    OpeningRow, Opening, System, Import, Work, Logo, Person, Body,
)  # fmt: skip
_COUNTED = {"bodies": Body, "people": Person, "memberships": Membership, "numbers": Number, "systems": System}
_DERIVED = (SearchWord, Work)  # made anew at will, so nobody added it

Keys = Mapping[type[Model], frozenset[int]]


@dataclass(frozen=True)
class Demo:
    """The demo that stands here: its federation, how much it has, and the keys of what was made then."""

    federation: UUID
    seed: int
    counts: Mapping[str, int]
    made: Mapping[str, list[int]]


def last_record() -> Record | None:
    """The last word of the journal on the demo."""
    told = Record.objects.filter(chain__name=PEOPLE, subject=SUBJECT, kind=KIND)
    return told.select_related("detail").order_by("-place").first()


def has_demo() -> bool:
    """Whether a demo stands here: asked by every page."""
    told = Record.objects.filter(subject=SUBJECT, kind=KIND).order_by("-place")
    return told.values_list("verb", flat=True).first() == MADE


def standing_demo() -> Demo | None:
    """The demo, if one stands here."""
    record = last_record()
    if record is None or record.verb != MADE:
        return None
    told: dict[str, Any] = record.detail.after or {}
    return Demo(UUID(told["federation"]), told["seed"], told["counts"], told["made"])


def is_untouched() -> bool:
    """Whether nothing was ever done in this installation: neither a fact nor a record of one."""
    return not (Record.objects.exists() or Body.objects.exists() or Person.objects.exists())


def hanging(federation: Body) -> Keys:
    """The federation and every row that refers to it, directly or through others. The journal refers to nothing."""
    found: dict[type[Model], set[int]] = {Body: {federation.pk}}
    fresh: list[tuple[type[Model], set[int]]] = [(Body, {federation.pk})]
    while fresh:
        kind, keys = fresh.pop()
        for relation in kind._meta.related_objects:  # noqa: SLF001 - Django's documented face
            model, field = relation.related_model, relation.field
            if model is Chain or getattr(relation, "on_delete", None) is SET_NULL:
                continue
            rows = model._default_manager.filter(**{f"{field.name}__in": keys})  # noqa: SLF001
            new = set(rows.values_list("pk", flat=True)) - found.get(model, set())
            if new:
                found.setdefault(model, set()).update(new)
                fresh.append((model, new))
    return {model: frozenset(keys) for model, keys in found.items()}


def refuse_outside(keys: Keys) -> None:
    """What is not the demo's own and would be torn: other models, merges with real cards, balances of other systems."""
    people, openings = keys.get(Person, frozenset()), keys.get(Opening, frozenset())
    others = {name_of(model): len(found) for model, found in keys.items() if model not in GOING}
    merged = Person.objects.filter(pk__in=people).exclude(keeper__in=keys[Body]).count()
    merged += Merge.objects.filter(merged__in=people, undone_at=None).exclude(kept__in=people).count()
    if merged:
        others["merge"] = merged
    balances = OpeningRow.objects.filter(pk__in=keys.get(OpeningRow, frozenset())).exclude(opening__in=openings).count()
    if balances:
        others["opening"] = balances
    if others:
        raise Conflict("office.demo-stood-on", count=sum(others.values()), what=tuple(sorted(others)))


def added_to(demo: Demo, keys: Keys) -> dict[str, int]:
    """How many rows of each kind hang on the demo that it did not make itself."""
    counts = {}
    for model, found in keys.items():
        new = found - set(demo.made.get(name_of(model), ()))
        if new and model not in _DERIVED:
            counts[name_of(model)] = len(new)
    return dict(sorted(counts.items()))


def made_keys(keys: Keys) -> dict[str, list[int]]:
    """The keys as the journal keeps them."""
    return {name_of(model): sorted(found) for model, found in keys.items() if model not in _DERIVED}


def counts_of(keys: Keys) -> dict[str, int]:
    """How much there is of what a person would ask for."""
    return {name: len(keys.get(model, ())) for name, model in _COUNTED.items()}


def name_of(model: type[Model]) -> str:
    """A model as a word: `birthdate`, `membership`."""
    return model.__name__.lower()
