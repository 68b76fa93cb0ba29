"""The kinds of long work: adding one is one line here. See CONTRIBUTING.md, "A kind of long work"."""

from fokozat.office import work_check, work_export, work_upkeep
from fokozat.office.work_wanted import Kind

KINDS: tuple[Kind, ...] = (work_check.KIND, work_export.KIND, work_upkeep.KIND)


def kind_of(key: str) -> Kind:
    """The kind of a name; what was kept is known."""
    return next(kind for kind in KINDS if kind.key == key)
