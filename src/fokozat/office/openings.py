"""Systems and what stands on their opening balances, and so keeps those from being undone."""

from django.db.models import ForeignKey

from fokozat.kernel.errors import NotFound
from fokozat.office.facts import read_uid
from fokozat.office.models.systems import Opening, OpeningRow, System
from fokozat.office.wishes import shown


def stands_on(opening: Opening) -> dict[str, int]:
    """How many records of each kind refer to the opening or to its system: runs first of all.

    Asked of the database's own relations: a model that refers to a system or an opening is counted from the day it
    exists, without a word here. The opening's own rows and the system's other openings count for nothing.
    """
    found: dict[str, int] = {}
    for record, own in ((opening, OpeningRow), (opening.system, Opening)):
        for relation in record._meta.related_objects:  # noqa: SLF001 - Django's documented face
            model = relation.related_model
            if model is not own and isinstance(relation.field, ForeignKey):
                count = model._default_manager.filter(**{relation.field.name: record}).count()  # noqa: SLF001
                if count:
                    found[model.__name__.lower()] = count
    return found


def find_system(uid: object) -> System:
    """The system of a uid."""
    known = read_uid(uid)
    system = System.objects.select_related("body").filter(uid=known).first() if known else None
    if system is None:
        raise NotFound("office.no-system", uid=shown(uid))
    return system
