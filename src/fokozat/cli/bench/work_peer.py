"""The peer of the bench `work`: the same proof as a plain task of django-tasks, without lease, progress or cancel."""

from django_tasks import task

from fokozat.office.check import check


@task()
def proof() -> int:
    """As many records as were proved."""
    return check().records
