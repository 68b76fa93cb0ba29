"""The one task of django-tasks: a piece of long work. A row of its queue says that work waits, and since when.

Workers of ours take from this queue with a lease (`works.take`); a plain worker of django-tasks leaves it alone, for
it serves another queue.
"""

from django_tasks import task

QUEUE = "long"


@task(queue_name=QUEUE)
def run_work(uid: str) -> bool:
    """Do it here and now, in this process; false where somebody else holds it or it has ended."""
    from fokozat.office.work_running import do_here

    return do_here(uid)
