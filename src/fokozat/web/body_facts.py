"""What a body is, in a line: the same on its page and in what is pushed to who looks at it."""

from fokozat.kernel.words import day
from fokozat.office.models import Body, Membership
from fokozat.office.queries import bodies_within
from fokozat.web.people_desk import say, today, value_word
from fokozat.web.templatetags.words import language


def body_region(kept: Body) -> dict[str, object]:
    """What `live/body.html` shows."""
    return {"name": kept.name, "facts": [*body_line(kept), *_counts(kept)]}


def body_line(kept: Body) -> list[str]:
    facts = [value_word("kind", kept.kind), kept.short_name, kept.place, kept.country]
    if kept.closed_on:
        facts.append(say("bodies.closed-on", day=day(kept.closed_on, language())))
    return [fact for fact in facts if fact]


def _counts(kept: Body) -> list[str]:
    """Members of this year, and bodies inside; none of either is not worth a word."""
    year = today().year
    members = Membership.objects.filter(body=kept, year=year, person__merged_into=None).values("person").distinct()
    counts = (("members", members.count()), ("inside", len(bodies_within(kept)) - 1))
    return [say(f"live.body-{name}", count=count, year=str(year)) for name, count in counts if count]
